package io.freightsdk.spring.boot.autoconfigure;

import io.freightsdk.FreightClient;
import io.freightsdk.RequestListener;
import io.freightsdk.SpendGuard;
import io.freightsdk.reads.PositionCache;
import io.freightsdk.retry.RetryPolicy;
import io.freightsdk.spring.boot.FreightAgentKeySupplier;
import io.freightsdk.spring.boot.FreightClientCustomizer;
import io.freightsdk.spring.boot.FreightProperties;
import io.github.resilience4j.retry.RetryRegistry;
import java.time.Clock;
import java.util.Map;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.boot.autoconfigure.condition.SearchStrategy;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.ApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.ImportRuntimeHints;

/** The client bean, built from the properties and from the application's beans. */
@AutoConfiguration(
    after = {FreightSpendAutoConfiguration.class, FreightPositionsAutoConfiguration.class})
@ConditionalOnProperty(name = "freight.enabled", matchIfMissing = true)
@EnableConfigurationProperties(FreightProperties.class)
@ImportRuntimeHints(FreightRuntimeHints.class)
public class FreightClientAutoConfiguration {
  /**
   * Name of the bean that gives the time of all that this starter makes, for tests that move it. An
   * application's own {@code Clock} is not meant: it may be anything.
   */
  static final String CLOCK = "freightClock";

  /** The time of day, of that bean or of the system. */
  static Clock clock(ObjectProvider<Clock> clock) {
    return clock.getIfAvailable(Clock::systemUTC);
  }

  /** The context does not close it: {@link ClientShutdown} does, in the right phase. */
  @Bean(destroyMethod = "")
  @ConditionalOnMissingBean
  FreightClient freightClient(
      ClientMaker maker, SpendGuard guard, ObjectProvider<PositionCache> positions) {
    return maker.make(guard, positions.getIfAvailable());
  }

  @Bean
  ClientMaker freightClientMaker(
      FreightProperties properties,
      RetryPolicy retries,
      ObjectProvider<RetryRegistry> registry,
      LedgerOpener ledgers,
      ObjectProvider<FreightAgentKeySupplier> keys,
      ObjectProvider<RequestListener> listeners,
      ObjectProvider<FreightClientCustomizer> customizers,
      @Qualifier(CLOCK) ObjectProvider<Clock> clock) {
    return new ClientMaker(
        properties,
        retries,
        registry.getIfUnique(),
        ledgers,
        keys,
        listeners,
        customizers,
        clock.getIfAvailable());
  }

  @Bean
  @ConditionalOnMissingBean
  RetryPolicy freightRetryPolicy(FreightProperties properties) {
    RetryPolicy.Builder policy = RetryPolicy.builder();
    ClientMaker.set(properties.retry().maxAttempts(), policy::maxAttempts);
    ClientMaker.set(properties.awaitTopUp(), policy::awaitTopUp);
    return policy.retryUnknownReads(properties.retry().unknownReads()).build();
  }

  @Bean
  @ConditionalOnBean(FreightClient.class)
  Readings freightReadings(Map<String, FreightClient> clients) {
    return Readings.of(clients);
  }

  /** Not for the clients of a parent context, which other contexts use. */
  @Bean
  @ConditionalOnBean(value = FreightClient.class, search = SearchStrategy.CURRENT)
  ClientShutdown freightClientShutdown(ApplicationContext context) {
    return new ClientShutdown(context.getBeansOfType(FreightClient.class).values(), context);
  }
}
