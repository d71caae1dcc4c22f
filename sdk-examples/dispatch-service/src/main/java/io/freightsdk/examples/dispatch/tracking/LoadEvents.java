package io.freightsdk.examples.dispatch.tracking;

import io.freightsdk.examples.dispatch.orders.Order;
import io.freightsdk.examples.dispatch.orders.Orders;
import io.freightsdk.jobs.JobsListener;
import io.freightsdk.jobs.LoadEvent;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.stereotype.Component;
import org.springframework.transaction.annotation.Transactional;

/** What has happened to each order on the road: a row for each event, and its status. */
@Component
class LoadEvents implements JobsListener {
  private final Orders orders;
  private final JdbcTemplate database;

  LoadEvents(Orders orders, JdbcTemplate database) {
    this.orders = orders;
    this.database = database;
  }

  /**
   * A row.
   *
   * @param what such as {@code REACHED 1}; an order has each at most once
   * @param happenedAt null when it is not known
   */
  record Row(String what, @Nullable Instant happenedAt) {}

  /** An event that was told already changes nothing, because it is told again when this fails. */
  @Override
  @Transactional
  public void onEvent(LoadEvent event) {
    Row row = row(event);
    Order order = orders.ofLoad(event.loadNumber()).orElse(null);
    if (row == null || order == null || !isNew(order, row)) return;
    if (event instanceof LoadEvent.StatusChanged status) orders.moved(order.orderId(), status.to());
  }

  /** Null for what this service does not keep. */
  private static @Nullable Row row(LoadEvent event) {
    if (event instanceof LoadEvent.StatusChanged status) {
      return new Row(status.to().value(), status.happenedAt());
    }
    if (event instanceof LoadEvent.StopReached stop) {
      return new Row("REACHED " + stop.stop().sequence(), stop.happenedAt());
    }
    if (event instanceof LoadEvent.StopLeft stop) {
      return new Row("LEFT " + stop.stop().sequence(), stop.happenedAt());
    }
    if (event instanceof LoadEvent.GpsSilent silent) {
      return new Row("SILENT since " + silent.lastFixAt(), silent.lastFixAt());
    }
    return null;
  }

  private boolean isNew(Order order, Row row) {
    Integer known =
        database.queryForObject(
            "SELECT COUNT(*) FROM dispatch_event WHERE order_id = ? AND what = ?",
            Integer.class,
            order.orderId(),
            row.what());
    if (known == null || known > 0) return false;
    Instant at = row.happenedAt();
    // Should two tell it at the same time, the key lets one of them pass, and the other one fails.
    database.update(
        "INSERT INTO dispatch_event (order_id, what, happened_at) VALUES (?, ?, ?)",
        order.orderId(),
        row.what(),
        at == null ? null : OffsetDateTime.ofInstant(at, ZoneOffset.UTC));
    return true;
  }

  List<Row> of(String orderId) {
    return database.query(
        "SELECT what, happened_at FROM dispatch_event WHERE order_id = ? ORDER BY happened_at, what",
        (row, number) -> {
          OffsetDateTime at = row.getObject("happened_at", OffsetDateTime.class);
          return new Row(row.getString("what"), at == null ? null : at.toInstant());
        },
        orderId);
  }
}
