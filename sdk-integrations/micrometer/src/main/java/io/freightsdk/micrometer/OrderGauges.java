package io.freightsdk.micrometer;

import io.freightsdk.micrometer.FreightReadings.InBackground;
import io.freightsdk.outbox.Outbox;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Gauges of the orders of one outbox. A class of its own: an application without {@code
 * freight-outbox} never loads it.
 */
final class OrderGauges {
  private final InBackground<Outbox.Waiting> orders;
  private final MeterRegistry registry;
  private final Tags tags;

  OrderGauges(
      Supplier<Outbox.Waiting> orders, MeterRegistry registry, Tags tags, Executor background) {
    this.orders =
        new InBackground<>(
            FreightReadings.DATABASE_LIFE,
            registry.config().clock()::monotonicTime,
            () -> CompletableFuture.supplyAsync(orders, background));
    this.registry = registry;
    this.tags = tags;
  }

  void register() {
    gauge(
        "freight.outbox.open",
        "Orders that are sent until they have their load",
        null,
        Outbox.Waiting::open);
    gauge(
        "freight.outbox.refused",
        "Orders that the service refuses until a person corrects them",
        null,
        Outbox.Waiting::refused);
    gauge(
        "freight.outbox.oldest.age",
        "How long ago the oldest open order was stored",
        "seconds",
        this::age);
  }

  private double age(Outbox.Waiting waiting) {
    Instant oldest = waiting.oldestStoredAt();
    if (oldest == null) return 0;
    Instant now = Instant.ofEpochMilli(registry.config().clock().wallTime());
    // Another process has stored it, whose clock may be ahead of this one.
    return Math.max(0, Duration.between(oldest, now).toMillis() / 1000.0);
  }

  private void gauge(
      String name,
      String description,
      @Nullable String unit,
      Function<Outbox.Waiting, Number> value) {
    Gauge.builder(
            name,
            () -> {
              Outbox.Waiting waiting = orders.get();
              return waiting == null ? Double.NaN : value.apply(waiting);
            })
        .description(description)
        .baseUnit(unit)
        .tags(tags)
        .register(registry);
  }
}
