package io.freightsdk.examples.orderservice.order;

import io.freightsdk.jobs.JobsListener;
import io.freightsdk.jobs.LoadEvent;
import io.freightsdk.jobs.OrderLoad;
import io.freightsdk.model.LoadStatus;
import java.sql.Timestamp;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;
import org.springframework.transaction.annotation.Transactional;

/**
 * Stores load numbers and events in their orders. Each one is reported at least once, on any
 * replica, until this listener has returned; a repetition changes nothing.
 */
@Component
class OrderEvents implements JobsListener {
  private final JdbcClient database;

  OrderEvents(JdbcClient database) {
    this.database = database;
  }

  @Override
  public void onLoad(OrderLoad load) {
    database
        .sql(
            "UPDATE orders SET load_number = ?, tracking_link = ?, status = ?"
                + " WHERE reference = ? AND load_number IS NULL")
        .params(
            load.loadNumber(), load.trackingLink(), LoadStatus.PLANNED.value(), load.reference())
        .update();
  }

  @Override
  @Transactional
  public void onEvent(LoadEvent event) {
    if (event instanceof LoadEvent.StatusChanged change) {
      boolean isNew = note(change.loadNumber(), change.to().value(), change.happenedAt());
      if (isNew) moved(change.loadNumber(), change.to());
    }
    if (event instanceof LoadEvent.GivenUp givenUp) note(givenUp.loadNumber(), "GIVEN_UP", null);
  }

  private boolean note(String loadNumber, String status, @Nullable Instant happenedAt) {
    int rows =
        database
            .sql(
                "INSERT INTO order_status (reference, status, happened_at)"
                    + " SELECT reference, ?, ? FROM orders WHERE load_number = ?"
                    + " ON CONFLICT DO NOTHING")
            .param(status)
            .param(happenedAt == null ? null : Timestamp.from(happenedAt))
            .param(loadNumber)
            .update();
    return rows > 0;
  }

  private void moved(String loadNumber, LoadStatus to) {
    database
        .sql("UPDATE orders SET status = ? WHERE load_number = ?")
        .params(to.value(), loadNumber)
        .update();
  }
}
