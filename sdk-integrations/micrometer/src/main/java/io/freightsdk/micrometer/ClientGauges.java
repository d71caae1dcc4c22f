package io.freightsdk.micrometer;

import io.freightsdk.spend.LimitUse;
import io.freightsdk.spend.SpendLimit;
import io.freightsdk.spend.SpendTotals;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.MultiGauge;
import io.micrometer.core.instrument.Tags;
import java.math.BigDecimal;
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
    booked("freight.ledger.charged", "Amount that was charged", SpendTotals::chargedUsd);
    booked(
        "freight.ledger.unknown",
        "Amount of which it is not known whether it was charged; it counts as spent",
        SpendTotals::unknownUsd);
    booked(
        "freight.ledger.reserved",
        "Amount set aside for calls that have not ended",
        SpendTotals::reservedUsd);
    MultiGauge limits =
        MultiGauge.builder("freight.limit.share")
            .description("Used and reserved part of a limit, from 0 to 1")
            .tags(tags)
            .register(registry);
    readings.follow(state -> limits.register(rows(state)));
  }

  private List<MultiGauge.Row<?>> rows(SpendTotals state) {
    Map<SpendLimit, Double> read = new HashMap<>();
    List<MultiGauge.Row<?>> rows = new ArrayList<>();
    for (LimitUse use : state.limits()) {
      SpendLimit limit = use.limit();
      read.put(limit, use.share());
      Tags of = Tags.of("scope", scope(limit), "limit", words(limit.description()));
      rows.add(MultiGauge.Row.of(of, this, gauges -> gauges.share(limit)));
    }
    shares = read;
    return rows;
  }

  private double share(SpendLimit limit) {
    Double share = readings.ledger() == null ? null : shares.get(limit);
    return number(share);
  }

  private static <A, B> @Nullable B of(@Nullable A value, Function<A, @Nullable B> member) {
    return value == null ? null : member.apply(value);
  }

  /** The scope as people read it. */
  private static String scope(SpendLimit limit) {
    String words = limit.description();
    return words.substring(words.indexOf(SCOPE) + SCOPE.length());
  }

  /** A limit without its scope, such as {@code 10.00 USD per 24 hours}. */
  static String words(String limit) {
    int scope = limit.indexOf(SCOPE);
    return scope < 0 ? limit : limit.substring(0, scope);
  }

  private void booked(
      String name, String description, Function<SpendTotals, @Nullable BigDecimal> of) {
    money(name, description, () -> of(readings.ledger(), of));
  }

  private void money(String name, String description, Supplier<@Nullable BigDecimal> value) {
    Gauge.builder(name, () -> number(value.get()))
        .description(description)
        .baseUnit(FreightMeters.USD)
        .tags(tags)
        .register(registry);
  }

  private static double number(@Nullable Number value) {
    return value == null ? Double.NaN : value.doubleValue();
  }
}
