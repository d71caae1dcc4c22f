package io.freightsdk.examples.observability;

import io.freightsdk.RequestEvent;
import io.freightsdk.RequestEvent.AttemptEnded;
import io.freightsdk.RequestListener;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Meter.MeterProvider;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.Timer;
import java.math.BigDecimal;
import java.util.Locale;

/**
 * Counts wire attempts and what they cost, by operation, status and kind of charge.
 *
 * <p>{@code freight.attempts} times every attempt; status is {@code none} when no answer came.
 * {@code freight.charged.usd} adds up exact charges. An unknown charge has no amount to add: alert
 * on {@code freight.attempts} with {@code charge=unknown} and ask {@code client.ledger()}, whose
 * sums are exact where a meter's are floating point.
 */
final class ClientMetrics implements RequestListener {
  private final MeterProvider<Timer> attempts;
  private final MeterProvider<Counter> charged;

  ClientMetrics(MeterRegistry registry) {
    attempts =
        Timer.builder("freight.attempts")
            .description("Attempts on the wire")
            .withRegistry(registry);
    charged =
        Counter.builder("freight.charged.usd")
            .description("Exact charges of attempts")
            .baseUnit("usd")
            .withRegistry(registry);
  }

  @Override
  public void on(RequestEvent event) {
    if (!(event instanceof AttemptEnded attempt)) {
      return;
    }
    Integer status = attempt.status();
    Tags tags =
        Tags.of(
            "operation", attempt.operation().id(),
            "status", status == null ? "none" : status.toString(),
            "charge", attempt.charge().kind().name().toLowerCase(Locale.ROOT));
    attempts.withTags(tags).record(attempt.elapsed());
    BigDecimal amountUsd = attempt.charge().amountUsd();
    if (amountUsd != null) {
      charged.withTags(tags).increment(amountUsd.doubleValue());
    }
  }
}
