package io.freightsdk.spring.boot;

import io.freightsdk.CallListener;
import io.freightsdk.FreightClient;
import io.freightsdk.PaidCallCheck;
import io.freightsdk.SpendGuard;
import io.freightsdk.model.Operation;
import io.freightsdk.positions.PositionCache;
import io.freightsdk.retry.RetryPolicy;
import io.freightsdk.spend.LedgerGuard;
import io.freightsdk.spend.LimitListener;
import io.freightsdk.spend.LimitUsage;
import io.freightsdk.spend.SpendLedger;
import io.freightsdk.spend.SpendLimit;
import io.github.resilience4j.retry.RetryRegistry;
import java.time.Clock;
import java.util.Set;
import java.util.function.Consumer;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.beans.factory.config.BeanFactoryPostProcessor;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnSingleCandidate;
import org.springframework.boot.autoconfigure.condition.SearchStrategy;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.ImportRuntimeHints;
import org.springframework.core.env.ConfigurableEnvironment;
import org.springframework.transaction.support.TransactionSynchronizationManager;
import org.springframework.util.ClassUtils;

/**
 * The client, its guard with the limits of the properties, and the limits of customers. A bean of
 * the application replaces the bean of this starter.
 */
@AutoConfiguration(after = FreightLedgerAutoConfiguration.class)
@EnableConfigurationProperties(FreightProperties.class)
@ImportRuntimeHints(FreightRuntimeHints.class)
public class FreightAutoConfiguration {
  /**
   * The name of the clock bean that all beans of this starter use, for tests that move the time.
   * The starter ignores an application's other {@code Clock} beans.
   */
  static final String CLOCK = "freightClock";

  static final Log LOG = LogFactory.getLog("io.freightsdk.spring.boot");

  private static final String IN_TRANSACTION =
      ": a paid call within a transaction is refused, because a rollback does not undo it; nothing"
          + " was sent. Make the call before or after the transaction, book the order with"
          + " FreightJobs, or call client.async() in a @TransactionalEventListener";

  static final String TOOLS = "io.freightsdk.agent.FreightTools";

  private static final String IN_LISTENER =
      ": a paid call in a listener of a transaction is refused, because the thread holds the"
          + " connection until the listener returns; nothing was sent. Call client.async(), and do"
          + " not wait for the future here";

  /** Runs before any bean is created, even if beans are lazy. */
  @Bean
  static BeanFactoryPostProcessor freightLimitsCheck(ConfigurableEnvironment environment) {
    return beans -> {
      MistypedLimits.check(environment);
      boolean hasTools = ClassUtils.isPresent(TOOLS, beans.getBeanClassLoader());
      if (hasTools || !environment.containsProperty("freight.tools.limit-per-day")) return;
      throw new StartFailure(
          "freight.tools.limit-per-day needs freight-agent, which is not on the class path",
          "add io.freightsdk:freight-agent, or remove the property",
          null);
    };
  }

  /** Address and key of the properties, whose text has no key. */
  record PropertiesConnection(FreightProperties properties) implements FreightConnectionDetails {
    @Override
    public @Nullable String baseUrl() {
      return properties.baseUrl();
    }

    @Override
    public @Nullable String agentKey() {
      return properties.agentKey();
    }
  }

  @Bean
  @ConditionalOnMissingBean(FreightConnectionDetails.class)
  PropertiesConnection freightConnectionDetails(FreightProperties properties) {
    return new PropertiesConnection(properties);
  }

  /**
   * Builds the client from the properties, then the customizers, then connection details that are
   * the application's or a test's, and logs its limits. {@link ClientShutdown} closes it, in the
   * right phase.
   */
  @Bean(destroyMethod = "")
  @ConditionalOnMissingBean
  FreightClient freightClient(
      FreightProperties properties,
      FreightConnectionDetails connection,
      SpendGuard guard,
      ObjectProvider<PaidCallCheck> paidCallCheck,
      ObjectProvider<PositionCache> positions,
      ObjectProvider<RetryRegistry> retries,
      ObjectProvider<CallListener> listeners,
      ObjectProvider<FreightClientCustomizer> customizers,
      ObjectProvider<PropertiesCustomerLimits> customerLimits,
      ObjectProvider<StartLine.Approvals> approvals,
      @Qualifier(CLOCK) ObjectProvider<Clock> clock) {
    boolean isOwn = !(connection instanceof PropertiesConnection);
    FreightClient.Builder builder = StartFailure.orFail(() -> builder(properties, guard));
    if (!isOwn) connect(builder, connection);
    paidCallCheck.ifAvailable(builder::paidCallCheck);
    retries.ifUnique(builder::retryRegistry);
    positions.ifAvailable(builder::positionCache);
    clock.ifAvailable(builder::clock);
    listeners.orderedStream().forEach(builder::listener);
    customizers.orderedStream().forEach(customizer -> customizer.customize(builder));
    if (isOwn) connect(builder, connection);
    FreightClient client = StartFailure.orFail(builder::build);
    LOG.info(
        StartLine.of(
            client,
            properties,
            guard,
            customerLimits.getIfAvailable(),
            approvals.getIfAvailable()));
    return client;
  }

  private static FreightClient.Builder builder(FreightProperties properties, SpendGuard guard) {
    FreightClient.Builder builder = FreightClient.builder();
    set(properties.account(), builder::account);
    set(properties.attemptTimeout(), builder::attemptTimeout);
    set(properties.callTimeout(), builder::callTimeout);
    set(properties.maxPrice(), builder::maxPrice);
    return builder.retryPolicy(retryPolicy(properties)).spendGuard(guard);
  }

  private static void connect(FreightClient.Builder builder, FreightConnectionDetails connection) {
    StartFailure.orFail(
        () -> {
          set(connection.baseUrl(), builder::baseUrl);
          set(connection.agentKey(), (String key) -> builder.agentKey(key));
          return builder;
        });
  }

  private static RetryPolicy retryPolicy(FreightProperties properties) {
    RetryPolicy.Builder policy = RetryPolicy.builder();
    set(properties.retry().maxAttempts(), policy::maxAttempts);
    set(properties.maxTopUpWait(), policy::maxTopUpWait);
    return policy.build();
  }

  private static <T> void set(@Nullable T value, Consumer<T> setter) {
    if (value != null) setter.accept(value);
  }

  @Bean
  @ConditionalOnMissingBean(SpendGuard.class)
  LedgerGuard freightSpendGuard(SpendLedger ledger, FreightProperties properties) {
    return ledger.guard(properties.limits().clientLimits().toArray(SpendLimit[]::new));
  }

  /** Runs after all beans are created, because a listener may need the client. */
  @Bean
  SmartInitializingSingleton freightLimitListeners(
      ObjectProvider<LedgerGuard> guard,
      ObjectProvider<LimitListener> listeners,
      FreightProperties properties) {
    double threshold = properties.limits().alertThreshold();
    return () ->
        guard.ifUnique(
            its -> {
              addLogListener(its, threshold);
              listeners.orderedStream().forEach(one -> its.addListener(threshold, one));
            });
  }

  /** Adds a listener that logs when a limit is nearly used up, and when it is used up. */
  static void addLogListener(LedgerGuard guard, double threshold) {
    StartFailure.orFail(
        () -> {
          guard.addListener(threshold, FreightAutoConfiguration::log);
          return guard;
        });
  }

  private static void log(LimitUsage use, boolean isExceeded) {
    LOG.warn(
        (isExceeded ? "used up: " : "nearly used up: ")
            + use.limit().description()
            + ", "
            + use.remainingUsd().toPlainString()
            + " USD left");
  }

  /** Refuses paid calls within a transaction, which a rollback could not undo. */
  @Configuration(proxyBeanMethods = false)
  @ConditionalOnClass(TransactionSynchronizationManager.class)
  static class TransactionCheck {
    @Bean
    @ConditionalOnMissingBean
    PaidCallCheck freightPaidCallCheck() {
      return TransactionCheck::check;
    }

    private static void check(Operation operation, boolean returnsFuture) {
      if (!TransactionSynchronizationManager.isActualTransactionActive()) return;
      // Spring removes the synchronizations before it calls listeners of the commit.
      boolean hasEnded = !TransactionSynchronizationManager.isSynchronizationActive();
      if (hasEnded && returnsFuture) return;
      throw new IllegalCallerException(operation.id() + (hasEnded ? IN_LISTENER : IN_TRANSACTION));
    }
  }

  @Bean
  @ConditionalOnMissingBean(CustomerLimits.class)
  PropertiesCustomerLimits freightCustomerLimits(FreightProperties properties) {
    return new PropertiesCustomerLimits(properties.limits());
  }

  /**
   * Fails the start if the application has a {@code CustomerLimits} bean and the properties limit
   * customers, too: the properties would limit nothing.
   */
  @Configuration(proxyBeanMethods = false)
  @ConditionalOnBean(CustomerLimits.class)
  static class OwnCustomerLimits {
    @Bean
    SmartInitializingSingleton freightCustomerLimitsCheck(FreightProperties properties) {
      return () -> {
        Set<String> groups = properties.limits().customerLimitsByProperty().keySet();
        if (groups.isEmpty()) return;
        throw new StartFailure(
            "the limits of customers are set twice: by a CustomerLimits bean, and by "
                + String.join(" and ", groups),
            "remove these properties, or the bean",
            null);
      };
    }
  }

  /** So that code for customers is the same with and without agent keys of their own. */
  @Bean
  @ConditionalOnSingleCandidate(FreightClient.class)
  @ConditionalOnMissingBean
  CustomerClients freightCustomerClients(ObjectProvider<FreightClient> client) {
    return customer -> client.getObject();
  }

  /** Only for clients of this context: other contexts use the clients of a parent. */
  @Bean
  @ConditionalOnBean(value = FreightClient.class, search = SearchStrategy.CURRENT)
  ClientShutdown freightClientShutdown(ConfigurableApplicationContext context) {
    return new ClientShutdown(context);
  }
}
