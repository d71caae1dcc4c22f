package io.freightsdk.examples.dispatch.orders;

import io.freightsdk.jobs.BookResult;
import io.freightsdk.jobs.Booking;
import io.freightsdk.jobs.FreightJobs;
import io.freightsdk.jobs.JobsListener;
import io.freightsdk.jobs.OrderState;
import io.freightsdk.jobs.Withdrawal;
import io.freightsdk.model.CreateLoadInput;
import java.util.Optional;
import org.springframework.stereotype.Component;
import org.springframework.transaction.annotation.Transactional;

/** Books one load for each order. */
@Component
class LoadBookings implements JobsListener {
  private final Orders orders;
  private final FreightJobs jobs;

  LoadBookings(Orders orders, FreightJobs jobs) {
    this.orders = orders;
    this.jobs = jobs;
  }

  /**
   * Stores the order and its load, both or neither. Booked before it is stored: who books the same
   * order at the same moment waits there for the other, and finds it.
   */
  @Transactional
  BookResult book(String orderId, String customer, CreateLoadInput input) {
    BookResult result = jobs.book(orderId, input, customer);
    if (orders.find(orderId).isEmpty()) orders.add(orderId, customer);
    return result;
  }

  /** Takes an order back that nothing was paid for. */
  @Transactional
  Withdrawal withdraw(String orderId) {
    Withdrawal withdrawal = jobs.withdraw(orderId);
    if (withdrawal.result() == Withdrawal.Result.WITHDRAWN) orders.remove(orderId);
    return withdrawal;
  }

  Optional<OrderState> state(String orderId) {
    return jobs.find(orderId);
  }

  /** Called until it returns, also after a crash or a long wait for money. */
  @Override
  public void onBooked(Booking booking) {
    orders.booked(booking.reference(), booking.loadNumber(), booking.trackingLink());
  }
}
