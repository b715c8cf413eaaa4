"""Deliveries to outside addresses: stored with the act they report, sent after its commit, and retried.

A row of ``Delivery`` is written in a transaction and sent by a worker of the server once that is committed, at least
once, and in order for each recipient. Each kind of delivery is a record too::

    def request(delivery: Delivery) -> Request | None:        # called at each try; None if it is no longer wanted
        phone = Phone.objects.filter(token=delivery.to).first()
        return phone and Request(phone.address, ALLOWED, {"TTL": "60"}, encrypt(delivery.body))

    def answered(delivery: Delivery, answer: Answer, final: bool) -> None:    # in the transaction that settles the row
        if answer.gone:
            Phone.objects.filter(token=delivery.to).delete()

    TURN = Kind("turn", request, answered, lasts=timedelta(minutes=5))

1. Name the kind in ``HOOKS = Hooks(deliveries=(TURN,))`` of its app.
2. Call ``queue.enqueue(TURN, campaign, to, body)`` in the transaction it reports. ``to`` names the recipient, whose
   deliveries wait for each other. No body may contain more than that recipient may know.
3. Or give the kind a ``gather`` instead: the worker calls it after each commit of this process and every
   few seconds; it reads the events committed since, and queues their deliveries.

``addresses`` decides which addresses are allowed (``ALLOWED`` are hosts, ``*.example.org`` subdomains), ``sending``
sends one request, ``queue`` is the table, ``worker`` the threads; ``manage.py deliver`` does one round by hand.
"""
