package io.freightsdk.micrometer;

import io.freightsdk.FreightClient;
import io.freightsdk.spend.Reconciliation;
import io.freightsdk.spend.SpendLedger;
import io.freightsdk.spend.SpendLimit;
import io.freightsdk.spend.SpendLimits;
import io.freightsdk.spend.SpendScope;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.Locale;
import java.util.Objects;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Gauges of one client. What they show is read in the background. */
final class ClientGauges {
  private final FreightClient client;
  private final FreightReadings readings;
  private final MeterRegistry registry;
  private final Tags tags;

  ClientGauges(FreightClient client, FreightReadings readings, MeterRegistry registry, Tags tags) {
    this.client = client;
    this.readings = readings;
    this.registry = registry;
    this.tags = tags;
  }

  void register() {
    gauge("freight.client.active", "Calls in progress", tags, () -> client.activity().calls());
    gauge(
        "freight.client.waiting",
        "Requests that wait in line for one of maxConcurrentRequests",
        tags,
        () -> client.activity().waiting());
    money("freight.balance", "Prepaid balance", tags, readings::balanceUsd);
    money(
        "freight.ledger.saved",
        "Amount saved because positions were shared",
        tags,
        () -> client.ledger().savedUsd());
    booked("freight.ledger.charged", "Amount that was charged", b -> b.totals().chargedUsd());
    booked(
        "freight.ledger.unknown",
        "Amount of which it is not known whether it was charged; it counts as spent",
        b -> b.totals().unknownUsd());
    booked(
        "freight.ledger.held",
        "Amount set aside for calls that have not ended",
        FreightReadings.Books::heldUsd);
    // A client that an application's test made up may have none.
    SpendLimits limits = Objects.requireNonNullElse(client.spendLimits(), SpendLimits.none());
    for (SpendLimit limit : SpendScope.client(limits).limits()) {
      money(
          "freight.limit.remaining",
          "What a limit still allows",
          tags.and("limit", name(limit)),
          () -> of(readings.books(), books -> remaining(books, limit)));
    }
    reconciliation();
  }

  private void reconciliation() {
    booked(
        "freight.ledger.unexplained",
        "By how much the balance is lower than the ledger explains; negative if it is higher",
        books -> of(books.reconciliation(), Reconciliation::unexplainedUsd));
    Gauge.builder("freight.ledger.reconciled.age", () -> number(reconciledAgo()))
        .description("How long ago ledger and balance were compared")
        .baseUnit("seconds")
        .tags(tags)
        .register(registry);
    for (Reconciliation.Verdict verdict : Reconciliation.Verdict.values()) {
      if (verdict == Reconciliation.Verdict.NOT_NOW) continue;
      gauge(
          "freight.ledger.verdict",
          "1 for what the last comparison of ledger and balance found, 0 for the others",
          tags.and("verdict", verdict.name().toLowerCase(Locale.ROOT)),
          () -> of(reconciliation(readings), found -> found.verdict() == verdict ? 1 : 0));
    }
  }

  private @Nullable Number reconciledAgo() {
    Instant now = Instant.ofEpochMilli(registry.config().clock().wallTime());
    return of(
        reconciliation(readings), found -> Duration.between(found.at(), now).toMillis() / 1000.0);
  }

  private static @Nullable Reconciliation reconciliation(FreightReadings readings) {
    return of(readings.books(), FreightReadings.Books::reconciliation);
  }

  private static <A, B> @Nullable B of(@Nullable A value, Function<A, @Nullable B> member) {
    return value == null ? null : member.apply(value);
  }

  /**
   * The tag value of a limit, such as {@code per_call}, {@code PT1H} or {@code day Europe/Berlin}.
   */
  static String name(SpendLimit limit) {
    return switch (limit.kind()) {
      case WINDOW -> String.valueOf(limit.window());
      case CALENDAR_DAY -> "day " + limit.zone();
      case PER_CALL, TOTAL -> limit.kind().name().toLowerCase(Locale.ROOT);
    };
  }

  private void booked(
      String name, String description, Function<FreightReadings.Books, @Nullable BigDecimal> of) {
    money(name, description, tags, () -> of(readings.books(), of));
  }

  private void money(
      String name, String description, Tags tags, Supplier<@Nullable BigDecimal> value) {
    Gauge.builder(name, () -> number(value.get()))
        .description(description)
        .baseUnit(FreightMeters.USD)
        .tags(tags)
        .register(registry);
  }

  private void gauge(String name, String description, Tags tags, Supplier<@Nullable Number> value) {
    Gauge.builder(name, () -> number(value.get()))
        .description(description)
        .tags(tags)
        .register(registry);
  }

  private static double number(@Nullable Number value) {
    return value == null ? Double.NaN : value.doubleValue();
  }

  private static @Nullable BigDecimal remaining(FreightReadings.Books books, SpendLimit limit) {
    for (SpendLedger.Remaining left : books.remaining()) {
      if (left.limit().equals(limit)) return left.remainingUsd();
    }
    return null;
  }
}
