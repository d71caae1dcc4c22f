package io.freightsdk.micrometer;

import io.freightsdk.FreightClient;
import io.freightsdk.model.Balance;
import io.freightsdk.spend.SpendLedger;
import io.freightsdk.spend.SpendLimit;
import io.freightsdk.spend.SpendLimits;
import io.freightsdk.spend.SpendScope;
import io.freightsdk.spend.SpendTotals;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.Locale;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Gauges of one client. They read the balance and the spend store only at intervals. */
final class ClientGauges {
  private static final long BALANCE_LIFE = Duration.ofMinutes(1).toMillis();
  private static final long BOOKS_LIFE = Duration.ofSeconds(5).toMillis();

  private final FreightClient client;
  private final SpendScope scope;
  private final MeterRegistry registry;
  private final Tags tags;

  // Guarded by this, like all below.
  private @Nullable Balance balance;
  private @Nullable CompletableFuture<?> asked;
  private long balanceAskedAt = Long.MIN_VALUE / 2;
  private @Nullable Books books;
  private long booksReadAt;

  ClientGauges(FreightClient client, SpendLimits limits, MeterRegistry registry, Tags tags) {
    this.client = client;
    this.scope = SpendScope.client(limits);
    this.registry = registry;
    this.tags = tags;
  }

  private record Books(SpendTotals totals, Iterable<SpendLedger.Remaining> remaining) {}

  void register() {
    count("freight.client.active", "Calls in progress", () -> client.activity().calls());
    count(
        "freight.client.waiting",
        "Calls in progress without a request in flight",
        () -> client.activity().waiting());
    money("freight.balance", "Prepaid balance", tags, this::balanceUsd);
    money(
        "freight.ledger.charged",
        "Amount that was charged",
        tags,
        () -> books().totals.chargedUsd());
    money(
        "freight.ledger.unknown",
        "Amount of which it is not known whether it was charged; it counts as spent",
        tags,
        () -> books().totals.unknownUsd());
    money(
        "freight.ledger.saved",
        "Amount saved because positions were shared",
        tags,
        () -> client.ledger().savedUsd());
    for (SpendLimit limit : scope.limits()) {
      money(
          "freight.limit.remaining",
          "What a limit still allows",
          tags.and("limit", name(limit)),
          () -> remaining(limit));
    }
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

  private void count(String name, String description, Supplier<Number> value) {
    Gauge.builder(name, value).description(description).tags(tags).register(registry);
  }

  private void money(
      String name, String description, Tags tags, Supplier<@Nullable BigDecimal> value) {
    Gauge.builder(name, value, ClientGauges::number)
        .description(description)
        .baseUnit(FreightMeters.USD)
        .tags(tags)
        .strongReference(true)
        .register(registry);
  }

  private static double number(@Nullable Supplier<@Nullable BigDecimal> value) {
    BigDecimal amount = value == null ? null : value.get();
    return amount == null ? Double.NaN : amount.doubleValue();
  }

  /** The last known balance; starts to read a newer one, but does not wait for it. */
  private synchronized @Nullable BigDecimal balanceUsd() {
    long now = registry.config().clock().monotonicTime() / 1_000_000;
    boolean isAsked = asked != null && !asked.isDone();
    if (!isAsked && now - balanceAskedAt >= BALANCE_LIFE) {
      balanceAskedAt = now;
      asked = client.async().getBalance().thenAccept(this::balanceIs);
    }
    return balance == null ? null : balance.balanceUsd();
  }

  private synchronized void balanceIs(Balance read) {
    balance = read;
  }

  private synchronized Books books() {
    long now = registry.config().clock().monotonicTime() / 1_000_000;
    Books known = books;
    if (known == null || now - booksReadAt >= BOOKS_LIFE) {
      known = new Books(client.ledger().totals(), client.ledger().remaining(scope));
      books = known;
      booksReadAt = now;
    }
    return known;
  }

  private @Nullable BigDecimal remaining(SpendLimit limit) {
    for (SpendLedger.Remaining left : books().remaining) {
      if (left.limit().equals(limit)) return left.remainingUsd();
    }
    return null;
  }
}
