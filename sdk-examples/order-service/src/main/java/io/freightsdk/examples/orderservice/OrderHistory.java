package io.freightsdk.examples.orderservice;

import io.freightsdk.jobs.JobsListener;
import io.freightsdk.jobs.LoadEvent;
import io.freightsdk.jobs.ReportedEvent;
import java.sql.Timestamp;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/**
 * Stores the history of orders. The jobs keep only the latest position of a load. Each event is
 * reported at least once, on any replica, until this listener has returned; a repetition changes
 * nothing.
 */
@Component
class OrderHistory implements JobsListener {
  private final JdbcClient database;

  OrderHistory(JdbcClient database) {
    this.database = database;
  }

  @Override
  public void onEvent(ReportedEvent reported) {
    if (reported.event() instanceof LoadEvent.StatusChanged change) {
      store(reported, change.to().value(), change.happenedAt());
    }
    if (reported.event() instanceof LoadEvent.FollowingGivenUp) store(reported, "GIVEN_UP", null);
  }

  private void store(ReportedEvent reported, String status, @Nullable Instant happenedAt) {
    database
        .sql(
            "INSERT INTO order_status (event_id, reference, status, happened_at, number)"
                + " VALUES (?, ?, ?, ?, (SELECT COUNT(*) FROM order_status WHERE reference = ?))"
                + " ON CONFLICT DO NOTHING")
        .param(reported.id())
        .param(reported.reference())
        .param(status)
        .param(happenedAt == null ? null : Timestamp.from(happenedAt))
        .param(reported.reference())
        .update();
  }
}
