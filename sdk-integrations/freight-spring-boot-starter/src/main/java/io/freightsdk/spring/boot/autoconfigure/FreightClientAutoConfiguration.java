package io.freightsdk.spring.boot.autoconfigure;

import io.freightsdk.FreightClient;
import io.freightsdk.FreightClientBuilder;
import io.freightsdk.RequestListener;
import io.freightsdk.reads.PositionCache;
import io.freightsdk.retry.RetryPolicy;
import io.freightsdk.spend.SpendLimits;
import io.freightsdk.spend.SpendListener;
import io.freightsdk.spend.SpendStore;
import io.freightsdk.spend.TopUpPolicy;
import io.freightsdk.spring.boot.FreightAgentKeySupplier;
import io.freightsdk.spring.boot.FreightClientCustomizer;
import io.freightsdk.spring.boot.FreightProperties;
import io.freightsdk.watch.FreightWatches;
import io.freightsdk.watch.WatchOptions;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnSingleCandidate;
import org.springframework.boot.autoconfigure.condition.SearchStrategy;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.ApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.ImportRuntimeHints;
import org.springframework.context.annotation.Lazy;
import org.springframework.util.unit.DataSize;

/** The client bean, built from the properties and from the application's beans. */
@AutoConfiguration(
    afterName = "org.springframework.boot.autoconfigure.task.TaskExecutionAutoConfiguration",
    after = FreightSpendAutoConfiguration.class)
@ConditionalOnProperty(name = "freight.enabled", matchIfMissing = true)
@EnableConfigurationProperties(FreightProperties.class)
@ImportRuntimeHints(FreightRuntimeHints.class)
public class FreightClientAutoConfiguration {

  /** The context does not close it: {@link ClientShutdown} does, in the right phase. */
  @Bean(destroyMethod = "")
  @ConditionalOnMissingBean
  FreightClient freightClient(
      FreightProperties properties,
      SpendLimits limits,
      SpendStore store,
      TopUpPolicy topUp,
      RetryPolicy retries,
      ObjectProvider<FreightAgentKeySupplier> key,
      ObjectProvider<PositionCache> positions,
      ObjectProvider<RequestListener> listeners,
      ObjectProvider<SpendListener> spendListeners,
      ObjectProvider<FreightClientCustomizer> customizers) {
    return StartFailure.explained(
        () -> {
          FreightClientBuilder builder = builder(properties);
          set(key.getIfAvailable(), builder::agentKey);
          builder.spendLimits(limits).spendStore(store).topUpPolicy(topUp).retryPolicy(retries);
          positions.ifAvailable(builder::positionCache);
          listeners.orderedStream().forEach(builder::listener);
          spendListeners.orderedStream().forEach(builder::spendListener);
          customizers.orderedStream().forEach(customizer -> customizer.customize(builder));
          return builder.build();
        });
  }

  private static FreightClientBuilder builder(FreightProperties properties) {
    FreightClientBuilder builder = FreightClient.builder();
    set(properties.baseUrl(), builder::baseUrl);
    set(properties.agentKey(), (String key) -> builder.agentKey(key));
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
    return builder;
  }

  private static int bytes(DataSize size) {
    if (size.toBytes() <= Integer.MAX_VALUE) return (int) size.toBytes();
    throw new IllegalArgumentException(
        "freight.max-response-size: expected less than 2GB, got " + size);
  }

  private static <T> void set(@Nullable T value, Consumer<T> setter) {
    if (value != null) setter.accept(value);
  }

  @Bean
  @ConditionalOnMissingBean
  RetryPolicy freightRetryPolicy(FreightProperties properties) {
    return StartFailure.explained(
        () -> {
          RetryPolicy.Builder policy = RetryPolicy.builder();
          set(properties.retry().maxAttempts(), policy::maxAttempts);
          return policy.retryUnknownReads(properties.retry().unknownReads()).build();
        });
  }

  @Bean
  @ConditionalOnMissingBean
  TopUpPolicy freightTopUpPolicy(FreightProperties properties) {
    return switch (properties.topUp().policy()) {
      case FAIL_FAST -> TopUpPolicy.failFast();
      case AWAIT ->
          StartFailure.explained(() -> TopUpPolicy.awaitTopUp(properties.topUp().maxWait()));
    };
  }

  /** Watches of the client, if it is one; they end with it. */
  @Bean
  @Lazy
  @ConditionalOnMissingBean
  @ConditionalOnSingleCandidate(FreightClient.class)
  FreightWatches freightWatches(FreightClient client) {
    return FreightWatches.of(client);
  }

  /**
   * Options for {@code watches.watch}: subscribers run on the application's task executor, whose
   * threads are virtual if {@code spring.threads.virtual.enabled} is set.
   */
  @Bean
  @ConditionalOnMissingBean
  WatchOptions freightWatchOptions(
      @Qualifier("applicationTaskExecutor") ObjectProvider<Executor> executor) {
    WatchOptions.Builder options = WatchOptions.builder();
    executor.ifAvailable(options::deliverOn);
    return options.build();
  }

  /** Not for the clients of a parent context, which other contexts use. */
  @Bean
  @ConditionalOnBean(value = FreightClient.class, search = SearchStrategy.CURRENT)
  ClientShutdown freightClientShutdown(ApplicationContext context) {
    return new ClientShutdown(context.getBeansOfType(FreightClient.class).values(), context);
  }
}
