package io.freightsdk.spring.boot.autoconfigure;

import io.freightsdk.FreightClient;
import io.freightsdk.FreightClientBuilder;
import io.freightsdk.RequestEvent;
import io.freightsdk.RequestListener;
import io.freightsdk.error.FreightException;
import io.freightsdk.reads.PositionCache;
import io.freightsdk.retry.RetryPolicy;
import io.freightsdk.spend.SpendLimit;
import io.freightsdk.spend.SpendLimits;
import io.freightsdk.spend.SpendListener;
import io.freightsdk.spend.SpendScope;
import io.freightsdk.spend.SpendStore;
import io.freightsdk.spend.TopUpPolicy;
import io.freightsdk.spring.boot.FreightAgentKeySupplier;
import io.freightsdk.spring.boot.FreightClientCustomizer;
import io.freightsdk.spring.boot.FreightProperties;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.util.unit.DataSize;

/** Makes clients of the properties and the application's beans, and tells what it has made. */
final class ClientMaker {
  private static final Log LOG = LogFactory.getLog("io.freightsdk.spring.boot");

  private final FreightProperties properties;
  private final TopUpPolicy topUp;
  private final RetryPolicy retries;
  private final ObjectProvider<FreightAgentKeySupplier> keys;
  private final ObjectProvider<RequestListener> listeners;
  private final ObjectProvider<SpendListener> spendListeners;
  private final ObjectProvider<FreightClientCustomizer> customizers;
  private final @Nullable Clock clock;

  ClientMaker(
      FreightProperties properties,
      TopUpPolicy topUp,
      RetryPolicy retries,
      ObjectProvider<FreightAgentKeySupplier> keys,
      ObjectProvider<RequestListener> listeners,
      ObjectProvider<SpendListener> spendListeners,
      ObjectProvider<FreightClientCustomizer> customizers,
      @Nullable Clock clock) {
    this.properties = properties;
    this.topUp = topUp;
    this.retries = retries;
    this.keys = keys;
    this.listeners = listeners;
    this.spendListeners = spendListeners;
    this.customizers = customizers;
    this.clock = clock;
  }

  /** What belongs to the account of a client. */
  record Account(
      @Nullable String baseUrl,
      @Nullable String agentKey,
      SpendLimits limits,
      SpendStore books,
      String book,
      @Nullable PositionCache positions) {}

  /** Whether a bean supplies the keys. */
  boolean hasKeys() {
    return keys.getIfAvailable() != null;
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
    if (supplier != null) builder.agentKey(name == null ? supplier : () -> supplier.get(name));
    builder.spendLimits(account.limits).spendStore(account.books).topUpPolicy(topUp);
    set(account.positions, builder::positionCache);
    set(clock, builder::clock);
    builder.listener(ClientMaker::logRefusal);
    listeners.orderedStream().forEach(builder::listener);
    spendListeners.orderedStream().forEach(builder::spendListener);
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

  private static void tell(@Nullable String name, Account account) {
    List<SpendLimit> limits = SpendScope.client(account.limits).limits();
    boolean inMemory = SpendStore.inMemory().getClass().isInstance(account.books);
    String limited =
        limits.isEmpty()
            ? "no spend limit"
            : limits.stream()
                .map(limit -> limit.description().replace(" for scope client", ""))
                .collect(Collectors.joining(", "));
    String url = account.baseUrl != null ? account.baseUrl : "the URL of the environment";
    LOG.info(
        "%s: %s, %s, %s"
            .formatted(
                name == null ? "freight client" : "freight client " + name,
                url,
                inMemory ? "books in memory" : "book \"" + account.book + "\" in the database",
                limited));
    if (inMemory && limits.stream().anyMatch(ClientMaker::outlivesAProcess)) {
      LOG.warn(
          "a daily or total spend limit is kept in memory: each instance has the whole of it, and a"
              + " restart resets it; set freight.spend.jdbc.schema to keep the books in the"
              + " database");
    }
  }

  private static boolean outlivesAProcess(SpendLimit limit) {
    Duration window = limit.window();
    return switch (limit.kind()) {
      case PER_CALL -> false;
      case TOTAL, CALENDAR_DAY -> true;
      case WINDOW -> window != null && window.compareTo(Duration.ofDays(1)) >= 0;
    };
  }
}
