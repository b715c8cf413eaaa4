"""Deliveries to addresses outside: kept with the act they tell of, sent afterwards, tried again, in nobody's way.

A row of ``Delivery`` is written in a transaction and sent by a worker of the server once that is committed, at least
once, and in order for each recipient. Whatever is delivered is a record too::

    def request(delivery: Delivery) -> Request | None:        # called at each try; None where nobody wants it any more
        phone = Phone.objects.filter(token=delivery.to).first()
        return phone and Request(phone.address, ALLOWED, {"TTL": "60"}, encrypted(delivery.body))

    def answered(delivery: Delivery, answer: Answer, final: bool) -> None:    # with what becomes of the row
        if answer.gone:
            Phone.objects.filter(token=delivery.to).delete()

    TURN = Kind("turn", request, answered, lasts=timedelta(minutes=5))

1. Name the kind in ``HOOKS = Hooks(deliveries=(TURN,))`` of its app.
2. ``queue.put(TURN, campaign, to, body)`` in the transaction of what it tells of. ``to`` names the recipient, whose
   deliveries wait for each other. No body holds more than that recipient may know.
3. Or leave acts alone and give the kind a ``gather``: the worker calls it after each commit of this process and every
   few seconds; it reads what was committed since, and puts it.

``addresses`` decides where anything may go (``ALLOWED`` are hosts, ``*.example.org`` their subdomains), ``sending``
sends one request, ``queue`` is the table, ``worker`` the threads, ``manage.py deliver`` one round by hand.
"""
