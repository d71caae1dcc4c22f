package io.freightsdk.spring.boot.autoconfigure;

import io.freightsdk.FreightClient;
import io.freightsdk.FreightClientBuilder;
import io.freightsdk.RequestEvent;
import io.freightsdk.RequestListener;
import io.freightsdk.SpendGuard;
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
import java.util.function.Consumer;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.ObjectProvider;

/** Makes the client of the properties and the application's beans, and tells what it has made. */
final class ClientMaker {
  private static final Log LOG = LogFactory.getLog("io.freightsdk.spring.boot");
  private static final String OF_CLIENT = " for scope " + SpendScope.CLIENT;

  private final FreightProperties properties;
  private final RetryPolicy retries;
  private final @Nullable RetryRegistry registry;
  private final LedgerOpener ledgers;
  private final ObjectProvider<FreightAgentKeySupplier> keys;
  private final ObjectProvider<RequestListener> listeners;
  private final ObjectProvider<FreightClientCustomizer> customizers;
  private final @Nullable Clock clock;

  ClientMaker(
      FreightProperties properties,
      RetryPolicy retries,
      @Nullable RetryRegistry registry,
      LedgerOpener ledgers,
      ObjectProvider<FreightAgentKeySupplier> keys,
      ObjectProvider<RequestListener> listeners,
      ObjectProvider<FreightClientCustomizer> customizers,
      @Nullable Clock clock) {
    this.properties = properties;
    this.retries = retries;
    this.registry = registry;
    this.ledgers = ledgers;
    this.keys = keys;
    this.listeners = listeners;
    this.customizers = customizers;
    this.clock = clock;
  }

  /** Builds the client. */
  FreightClient make(SpendGuard guard, @Nullable PositionCache positions) {
    FreightClientBuilder builder = FreightClient.builder();
    if (properties.allowInsecureHttp()) builder.allowInsecureHttp();
    set(properties.connectTimeout(), builder::connectTimeout);
    set(properties.timeout(), builder::timeout);
    set(properties.deadline(), builder::deadline);
    set(properties.maxConcurrentRequests(), builder::maxConcurrentRequests);
    set(properties.maxPendingCalls(), builder::maxPendingCalls);
    set(properties.userAgentSuffix(), builder::userAgentSuffix);
    properties.headers().forEach(builder::header);
    set(registry, builder::retryRegistry);
    builder.retryPolicy(retries);
    set(properties.baseUrl(), builder::baseUrl);
    set(properties.agentKey(), (String key) -> builder.agentKey(key));
    set(keys.getIfAvailable(), builder::agentKey);
    builder.spendGuard(guard);
    BigDecimal maxPrice = FreightSpendAutoConfiguration.perCall(properties.spend().limits());
    set(maxPrice, builder::maxPrice);
    set(positions, builder::positionCache);
    set(clock, builder::clock);
    builder.listener(ClientMaker::logRefusal);
    listeners.orderedStream().forEach(builder::listener);
    customizers.orderedStream().forEach(customizer -> customizer.customize(builder));
    FreightClient client = builder.build();
    tell(guard, maxPrice);
    return client;
  }

  static <T> void set(@Nullable T value, Consumer<T> setter) {
    if (value != null) setter.accept(value);
  }

  /** Callers may be shown less, so the log has all; what may have been charged is a warning. */
  private static void logRefusal(RequestEvent event) {
    if (!(event instanceof RequestEvent.CallEnded ended) || ended.failure() == null) return;
    FreightException failure = ended.failure();
    LOG.info(
        "[%s] %s (next step %s)"
            .formatted(failure.callId(), failure.getMessage(), failure.nextStep()));
  }

  private void tell(SpendGuard guard, @Nullable BigDecimal maxPrice) {
    List<SpendLimit> limits =
        guard instanceof LedgerGuard ours ? SpendScope.client(ours.limits()).limits() : List.of();
    List<String> limited = new ArrayList<>();
    if (maxPrice != null) limited.add(maxPrice.toPlainString() + " USD per call");
    for (SpendLimit limit : limits) limited.add(limit.description().replace(OF_CLIENT, ""));
    String url = properties.baseUrl();
    LOG.info(
        "freight client: %s, %s, %s"
            .formatted(
                url != null ? url : "the URL of the environment",
                ledgers.place(guard),
                limited.isEmpty() ? "no spend limit" : String.join(", ", limited)));
    if (ledgers.isInMemory(guard) && limits.stream().anyMatch(ClientMaker::outlivesAProcess)) {
      LOG.warn(
          "a daily or total spend limit is kept in memory: each instance has the whole of it, and a"
              + " restart resets it; set freight.spend.jdbc.enabled to keep the ledger in the"
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
