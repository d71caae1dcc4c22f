package io.freightsdk.examples.orderservice;

import io.freightsdk.jobs.JobsListener;
import io.freightsdk.jobs.LoadEvent;
import java.sql.Timestamp;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/**
 * Stores the history of orders, of whose loads the jobs keep the latest position only. Each event
 * is reported at least once, on any replica, until this listener has returned; a repetition changes
 * nothing.
 */
@Component
class OrderEvents implements JobsListener {
  private final JdbcClient database;

  OrderEvents(JdbcClient database) {
    this.database = database;
  }

  @Override
  public void onEvent(String reference, LoadEvent event) {
    if (event instanceof LoadEvent.StatusChanged change) {
      note(reference, change.to().value(), change.happenedAt());
    }
    if (event instanceof LoadEvent.FollowingGivenUp) note(reference, "GIVEN_UP", null);
  }

  private void note(String reference, String status, @Nullable Instant happenedAt) {
    database
        .sql(
            "INSERT INTO order_status (reference, status, happened_at, told) VALUES (?, ?, ?,"
                + " (SELECT COUNT(*) FROM order_status WHERE reference = ?)) ON CONFLICT DO NOTHING")
        .param(reference)
        .param(status)
        .param(happenedAt == null ? null : Timestamp.from(happenedAt))
        .param(reference)
        .update();
  }
}
