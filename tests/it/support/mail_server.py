"""A mail server that keeps what it is given, one JSON document a mail, in the folder that is its argument.

Prints its port. A file `refuse` in the folder makes it refuse every mail for the time being; an address that begins with
`gone` is no user here. Ends when its input does.
"""
import asyncio
import email
import email.policy
import itertools
import json
import pathlib
import sys

from aiosmtpd.smtp import SMTP

folder = pathlib.Path(sys.argv[1])
numbers = itertools.count(1)


class Handler:
    async def handle_RCPT(self, server, session, envelope, address, options):
        if address.startswith("gone"):
            return "550 5.1.1 no such user here"
        envelope.rcpt_tos.append(address)
        return "250 OK"

    async def handle_DATA(self, server, session, envelope):
        if (folder / "refuse").exists():
            return "451 4.3.0 come back later"
        message = email.message_from_bytes(envelope.content, policy=email.policy.default)
        told = {
            "from": envelope.mail_from,
            "to": envelope.rcpt_tos,
            "headers": [[name, str(value)] for name, value in message.items()],
            "type": message.get_content_type(),
            "text": message.get_content(),
        }
        (folder / f"{next(numbers):04}.json").write_text(json.dumps(told), encoding="utf-8")
        return "250 OK"


async def main():
    loop = asyncio.get_running_loop()
    server = await loop.create_server(lambda: SMTP(Handler(), enable_SMTPUTF8=False), "127.0.0.1", 0)
    print(server.sockets[0].getsockname()[1], flush=True)
    await loop.run_in_executor(None, sys.stdin.read)


asyncio.run(main())
