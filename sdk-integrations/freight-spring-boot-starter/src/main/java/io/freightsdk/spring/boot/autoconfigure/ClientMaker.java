package io.freightsdk.spring.boot.autoconfigure;

import io.freightsdk.FreightClient;
import io.freightsdk.FreightClientBuilder;
import io.freightsdk.RequestEvent;
import io.freightsdk.RequestListener;
import io.freightsdk.SpendGuard;
import io.freightsdk.TopUpPolicy;
import io.freightsdk.error.FreightException;
import io.freightsdk.reads.PositionCache;
import io.freightsdk.retry.RetryPolicy;
import io.freightsdk.spend.LedgerGuard;
import io.freightsdk.spend.SpendLimit;
import io.freightsdk.spend.SpendScope;
import io.freightsdk.spring.boot.FreightAgentKeySupplier;
import io.freightsdk.spring.boot.FreightClientCustomizer;
import io.freightsdk.spring.boot.FreightProperties;
import io.github.resilience4j.retry.RetryRegistry;
import java.math.BigDecimal;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.util.unit.DataSize;

/** Makes clients of the properties and the application's beans, and tells what it has made. */
final class ClientMaker {
  private static final Log LOG = LogFactory.getLog("io.freightsdk.spring.boot");
  private static final String OF_CLIENT = " for scope " + SpendScope.CLIENT;

  private final FreightProperties properties;
  private final TopUpPolicy topUp;
  private final RetryPolicy retries;
  private final @Nullable RetryRegistry registry;
  private final LedgerOpener ledgers;
  private final ObjectProvider<FreightAgentKeySupplier> keys;
  private final ObjectProvider<RequestListener> listeners;
  private final ObjectProvider<FreightClientCustomizer> customizers;
  private final @Nullable Clock clock;

  ClientMaker(
      FreightProperties properties,
      TopUpPolicy topUp,
      RetryPolicy retries,
      @Nullable RetryRegistry registry,
      LedgerOpener ledgers,
      ObjectProvider<FreightAgentKeySupplier> keys,
      ObjectProvider<RequestListener> listeners,
      ObjectProvider<FreightClientCustomizer> customizers,
      @Nullable Clock clock) {
    this.properties = properties;
    this.topUp = topUp;
    this.retries = retries;
    this.registry = registry;
    this.ledgers = ledgers;
    this.keys = keys;
    this.listeners = listeners;
    this.customizers = customizers;
    this.clock = clock;
  }

  /**
   * What belongs to the account of a client.
   *
   * @param maxPrice its limit per call
   */
  record Account(
      @Nullable String baseUrl,
      @Nullable String agentKey,
      @Nullable BigDecimal maxPrice,
      SpendGuard guard,
      @Nullable PositionCache positions) {}

  /** Whether a bean supplies the keys. */
  boolean hasKeys() {
    return keys.getIfAvailable() != null;
  }

  /** The key that a bean supplies for a client now; null if there is none yet. */
  @Nullable String key(String name) {
    FreightAgentKeySupplier supplier = keys.getIfAvailable();
    if (supplier == null) return null;
    try {
      String key = key(supplier, name);
      return key == null || key.isBlank() ? null : key;
    } catch (StartFailure wrong) {
      throw wrong;
    } catch (RuntimeException notYet) {
      LOG.debug("the FreightAgentKeySupplier has no key of " + name + " yet", notYet);
      return null;
    }
  }

  /** One key is of one account, and so of one ledger. */
  private String key(FreightAgentKeySupplier supplier, String name) {
    try {
      return supplier.get(name);
    } catch (UnsupportedOperationException oneKey) {
      Set<String> names = properties.clients().keySet();
      if (names.stream().map(it -> NamedClients.book(properties, it)).distinct().count() == 1) {
        return supplier.get();
      }
      throw new StartFailure(
          "the FreightAgentKeySupplier has one key, and the clients "
              + new TreeSet<>(names)
              + " have different ledgers: each would spend the money of that key's account.",
          "Override get(String client) in the bean, so that it supplies the key of each client; or"
              + " remove it, and set freight.clients.<name>.agent-key.",
          oneKey);
    }
  }

  /** What all clients have in common. */
  FreightClientBuilder common() {
    FreightClientBuilder builder = FreightClient.builder();
    if (properties.allowInsecureHttp()) builder.allowInsecureHttp();
    set(properties.connectTimeout(), builder::connectTimeout);
    set(properties.timeout(), builder::timeout);
    set(properties.deadline(), builder::deadline);
    set(properties.maxConcurrentRequests(), builder::maxConcurrentRequests);
    set(properties.maxPendingCalls(), builder::maxPendingCalls);
    set(properties.maxResponseSize(), size -> builder.maxResponseBytes(bytes(size)));
    set(properties.userAgentSuffix(), builder::userAgentSuffix);
    properties.headers().forEach(builder::header);
    set(properties.priceLife(), builder::priceLife);
    set(properties.maxPriceAge(), builder::maxPriceAge);
    set(properties.retry().budget(), builder::retryBudget);
    set(registry, builder::retryRegistry);
    return builder.retryPolicy(retries);
  }

  /**
   * Builds a client.
   *
   * @param name null for the only one
   */
  FreightClient make(@Nullable String name, FreightClientBuilder builder, Account account) {
    set(account.baseUrl, builder::baseUrl);
    set(account.agentKey, (String key) -> builder.agentKey(key));
    FreightAgentKeySupplier supplier = keys.getIfAvailable();
    if (supplier != null) builder.agentKey(name == null ? supplier : () -> key(supplier, name));
    builder.spendGuard(account.guard).topUpPolicy(topUp);
    set(account.maxPrice, builder::maxPrice);
    set(account.positions, builder::positionCache);
    set(clock, builder::clock);
    builder.listener(ClientMaker::logRefusal);
    listeners.orderedStream().forEach(builder::listener);
    customizers
        .orderedStream()
        .forEach(
            customizer -> {
              if (name == null) customizer.customize(builder);
              else customizer.customize(name, builder);
            });
    FreightClient client = builder.build();
    tell(name, account);
    return client;
  }

  private static int bytes(DataSize size) {
    if (size.toBytes() <= Integer.MAX_VALUE) return (int) size.toBytes();
    throw new IllegalArgumentException(
        "freight.max-response-size: expected less than 2GB, got " + size);
  }

  static <T> void set(@Nullable T value, Consumer<T> setter) {
    if (value != null) setter.accept(value);
  }

  /** Callers may be shown less, so the log has all; what may have been charged is a warning. */
  static void logRefusal(RequestEvent event) {
    if (!(event instanceof RequestEvent.CallEnded ended) || ended.failure() == null) return;
    logRefusal(ended.failure());
  }

  static void logRefusal(FreightException failure) {
    LOG.info(
        "[%s] %s (next step %s)"
            .formatted(failure.callId(), failure.getMessage(), failure.nextStep()));
  }

  private void tell(@Nullable String name, Account account) {
    List<SpendLimit> limits =
        account.guard instanceof LedgerGuard guard
            ? SpendScope.client(guard.limits()).limits()
            : List.of();
    List<String> limited = new ArrayList<>();
    if (account.maxPrice != null) limited.add(account.maxPrice.toPlainString() + " USD per call");
    for (SpendLimit limit : limits) limited.add(limit.description().replace(OF_CLIENT, ""));
    String url = account.baseUrl != null ? account.baseUrl : "the URL of the environment";
    LOG.info(
        "%s: %s, %s, %s"
            .formatted(
                name == null ? "freight client" : "freight client " + name,
                url,
                ledgers.place(account.guard),
                limited.isEmpty() ? "no spend limit" : String.join(", ", limited)));
    if (ledgers.isInMemory(account.guard)
        && limits.stream().anyMatch(ClientMaker::outlivesAProcess)) {
      LOG.warn(
          "a daily or total spend limit is kept in memory: each instance has the whole of it, and a"
              + " restart resets it; set freight.spend.jdbc.schema to keep the ledger in the"
              + " database");
    }
  }

  private static boolean outlivesAProcess(SpendLimit limit) {
    Duration window = limit.window();
    return switch (limit.kind()) {
      case TOTAL, CALENDAR_DAY -> true;
      case WINDOW -> window != null && window.compareTo(Duration.ofDays(1)) >= 0;
    };
  }
}
