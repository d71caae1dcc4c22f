package io.freightsdk.examples.dispatch.orders;

import io.freightsdk.model.CreateLoadInput;
import io.freightsdk.outbox.Booking;
import io.freightsdk.outbox.Outbox;
import io.freightsdk.spring.boot.BookingCommitted;
import io.freightsdk.watch.FleetWatch;
import org.springframework.context.event.EventListener;
import org.springframework.dao.DuplicateKeyException;
import org.springframework.stereotype.Component;
import org.springframework.transaction.support.TransactionTemplate;

/** Books one load for each order. */
@Component
class LoadBookings {
  private final Orders orders;
  private final Outbox outbox;
  private final FleetWatch fleet;
  private final TransactionTemplate transactions;

  LoadBookings(Orders orders, Outbox outbox, FleetWatch fleet, TransactionTemplate transactions) {
    this.orders = orders;
    this.outbox = outbox;
    this.fleet = fleet;
    this.transactions = transactions;
  }

  /**
   * Stores the order and its creation, both or neither. An order that is stored already stays as it
   * is, with one exception: the one that was refused gets the new wish.
   *
   * @throws IllegalArgumentException if it is stored with another wish
   */
  void book(String orderId, String customer, CreateLoadInput wish) {
    try {
      transactions.executeWithoutResult(
          transaction -> {
            if (orders.find(orderId).isEmpty()) orders.add(orderId, customer);
            outbox.book(orderId, wish, customer);
          });
    } catch (DuplicateKeyException sameOrderAtTheSameTime) {
      outbox.book(orderId, wish, customer);
    }
  }

  /** Sends the creation now; if that fails the outbox sends it later. */
  void send(String orderId) {
    outbox.send(orderId);
  }

  /** Also after a crash or a long wait for money: the outbox tells until this has returned. */
  @EventListener
  void told(Booking booking) {
    if (booking.isBooked()) {
      orders.booked(booking.reference(), booking.loadNumber(), booking.trackingLink());
    } else {
      orders.refused(booking.reference());
    }
  }

  /**
   * Not before: the fleet may tell an event of the load at once, which must find the order. And it
   * takes a connection, while the transaction would hold another one.
   */
  @EventListener
  void committed(BookingCommitted told) {
    String load = told.booking().loadNumber();
    if (load != null) fleet.add(load);
  }
}
