// The sample world's page keeps up with the world. It works without: load it again.
(() => {
  async function look() {
    if (document.hidden) return;
    try {
      const answer = await fetch(location.href); if (!answer.ok) return;
      const page = new DOMParser().parseFromString(await answer.text(), 'text/html');
      for (const part of document.querySelectorAll('[data-live]')) {
        const now = page.querySelector(`[data-live="${part.dataset.live}"]`);
        // What has the focus stays as it is.
        if (now && now.innerHTML !== part.innerHTML && !part.contains(document.activeElement)) part.replaceWith(document.importNode(now, true));
      }
    } catch { /* the demo was stopped */ }
  }
  setInterval(look, 3000);
})();
