package io.freightsdk.micrometer;

import io.freightsdk.micrometer.FreightReadings.LedgerState;
import io.freightsdk.spend.LimitUse;
import io.freightsdk.spend.Reconciliation;
import io.freightsdk.spend.SpendLimit;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.MultiGauge;
import io.micrometer.core.instrument.Tags;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Gauges of one client and its ledger. What they show is read in the background. */
final class ClientGauges {
  private static final String SCOPE = " for scope ";

  private final FreightReadings readings;
  private final MeterRegistry registry;
  private final Tags tags;

  /** How much of each limit is used, as of the newest reading. */
  private volatile Map<SpendLimit, Double> shares = Map.of();

  ClientGauges(FreightReadings readings, MeterRegistry registry, Tags tags) {
    this.readings = readings;
    this.registry = registry;
    this.tags = tags;
  }

  void register() {
    money("freight.balance", "Prepaid balance", readings::balanceUsd);
    if (readings.hasLedger()) ledger();
  }

  private void ledger() {
    booked("freight.ledger.charged", "Amount that was charged", b -> b.totals().chargedUsd());
    booked(
        "freight.ledger.unknown",
        "Amount of which it is not known whether it was charged; it counts as spent",
        b -> b.totals().unknownUsd());
    gauge(
        "freight.ledger.open",
        "Entries that the last comparison with the balance left unknown",
        () -> of(of(readings.ledger(), LedgerState::reconciliation), Reconciliation::open));
    booked(
        "freight.ledger.reserved",
        "Amount set aside for calls that have not ended",
        LedgerState::reservedUsd);
    booked(
        "freight.ledger.unexplained",
        "What the last comparison with the balance could not explain: money that came if above"
            + " zero, money that others spent if below",
        b -> of(b.reconciliation(), Reconciliation::unexplainedUsd));
    Gauge.builder("freight.ledger.reconciled.age", () -> number(reconciledAgo()))
        .description("How long ago ledger and balance were compared")
        .baseUnit("seconds")
        .tags(tags)
        .register(registry);
    MultiGauge limits =
        MultiGauge.builder("freight.limit.share")
            .description("Used and reserved part of a limit, from 0 to 1")
            .tags(tags)
            .register(registry);
    readings.follow(state -> limits.register(rows(state)));
  }

  private List<MultiGauge.Row<?>> rows(LedgerState state) {
    Map<SpendLimit, Double> read = new HashMap<>();
    List<MultiGauge.Row<?>> rows = new ArrayList<>();
    for (LimitUse use : state.limits()) {
      SpendLimit limit = use.limit();
      read.put(limit, use.share());
      Tags of = Tags.of("scope", limit.scope(), "limit", words(limit.description()));
      rows.add(MultiGauge.Row.of(of, this, gauges -> gauges.share(limit)));
    }
    shares = read;
    return rows;
  }

  private double share(SpendLimit limit) {
    Double share = readings.ledger() == null ? null : shares.get(limit);
    return number(share);
  }

  private @Nullable Number reconciledAgo() {
    Instant now = Instant.ofEpochMilli(registry.config().clock().wallTime());
    Reconciliation last = of(readings.ledger(), LedgerState::reconciliation);
    return of(last, found -> Duration.between(found.at(), now).toMillis() / 1000.0);
  }

  private static <A, B> @Nullable B of(@Nullable A value, Function<A, @Nullable B> member) {
    return value == null ? null : member.apply(value);
  }

  /** A limit without its scope, such as {@code 10.00 USD per 24 hours}. */
  static String words(String limit) {
    int scope = limit.indexOf(SCOPE);
    return scope < 0 ? limit : limit.substring(0, scope);
  }

  private void booked(
      String name, String description, Function<LedgerState, @Nullable BigDecimal> of) {
    money(name, description, () -> of(readings.ledger(), of));
  }

  private void money(String name, String description, Supplier<@Nullable BigDecimal> value) {
    Gauge.builder(name, () -> number(value.get()))
        .description(description)
        .baseUnit(FreightMeters.USD)
        .tags(tags)
        .register(registry);
  }

  private void gauge(String name, String description, Supplier<@Nullable Number> value) {
    Gauge.builder(name, () -> number(value.get()))
        .description(description)
        .tags(tags)
        .register(registry);
  }

  private static double number(@Nullable Number value) {
    return value == null ? Double.NaN : value.doubleValue();
  }
}
