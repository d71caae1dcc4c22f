package io.freightsdk.spring.boot.autoconfigure;

import io.freightsdk.SpendGuard;
import io.freightsdk.spend.LedgerGuard;
import io.freightsdk.spend.SpendLedger;
import io.freightsdk.spend.SpendLimits;
import io.freightsdk.spring.boot.FreightProperties;
import io.freightsdk.spring.boot.FreightProperties.Limits;
import io.freightsdk.spring.boot.FreightScopes;
import java.math.BigDecimal;
import java.time.Clock;
import java.time.ZoneId;
import java.util.HashMap;
import java.util.Map;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.sql.init.dependency.DependsOnDatabaseInitialization;
import org.springframework.context.annotation.Bean;
import org.springframework.transaction.support.TransactionSynchronizationManager;
import org.springframework.util.ClassUtils;

/** The spend limits, the ledger and its guard. */
@AutoConfiguration(
    afterName = {
      "org.springframework.boot.autoconfigure.jdbc.DataSourceAutoConfiguration",
      "org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration"
    })
@ConditionalOnProperty(name = "freight.enabled", matchIfMissing = true)
@EnableConfigurationProperties(FreightProperties.class)
public class FreightSpendAutoConfiguration {
  private static final boolean SPRING_TRANSACTIONS =
      ClassUtils.isPresent(
          "org.springframework.transaction.support.TransactionSynchronizationManager",
          FreightSpendAutoConfiguration.class.getClassLoader());

  @Bean
  @ConditionalOnMissingBean
  SpendLimits freightSpendLimits(FreightProperties properties) {
    return limits("freight.spend.limits.", properties.spend().limits());
  }

  /** The limits of a client; its limit per call is {@link #perCall}. */
  static SpendLimits limits(String prefix, Limits caps) {
    BigDecimal perHour = notNegative(prefix + "per-hour", caps.perHour());
    BigDecimal perDay = notNegative(prefix + "per-day", caps.perDay());
    BigDecimal total = notNegative(prefix + "total", caps.total());
    SpendLimits limits = SpendLimits.none();
    if (perHour != null) limits = limits.andPerHour(perHour);
    if (perDay != null) limits = perDay(limits, perDay, caps.dayZone());
    return total == null ? limits : limits.andTotal(total);
  }

  /** The limits of a scope, where a limit per call would bind nothing. */
  static SpendLimits ofScope(String prefix, Limits caps) {
    if (caps.perCall() == null) return limits(prefix, caps);
    throw new IllegalArgumentException(
        prefix
            + "per-call: a limit per call is the client's or the call's own; set"
            + " freight.spend.limits.per-call, or CallOptions.maxPrice where you call");
  }

  /** The limit per call of the client. */
  static @Nullable BigDecimal perCall(Limits caps) {
    return notNegative("freight.spend.limits.per-call", caps.perCall());
  }

  private static SpendLimits perDay(SpendLimits limits, BigDecimal cap, @Nullable ZoneId zone) {
    return zone == null ? limits.andPerDay(cap) : limits.andPerDay(cap, zone);
  }

  private static @Nullable BigDecimal notNegative(String property, @Nullable BigDecimal cap) {
    if (cap == null || cap.signum() >= 0) return cap;
    throw new IllegalArgumentException(
        property + ": expected 0 USD or more, got " + cap.toPlainString());
  }

  @Bean
  LedgerOpener freightLedgerOpener(
      FreightProperties properties,
      ObjectProvider<DataSource> database,
      @Qualifier(FreightClientAutoConfiguration.CLOCK) ObjectProvider<Clock> clock) {
    return new LedgerOpener(properties.spend().jdbc(), database, clock.getIfAvailable());
  }

  /** A ledger in the database is opened after the database's migrations. */
  @Bean
  @ConditionalOnMissingBean
  @DependsOnDatabaseInitialization
  SpendLedger freightSpendLedger(FreightProperties properties, LedgerOpener opener) {
    return opener.open(properties.spend().jdbc().book());
  }

  /** It is asked before each paid call, so it also refuses those that a rollback cannot undo. */
  @Bean
  @ConditionalOnMissingBean(SpendGuard.class)
  LedgerGuard freightSpendGuard(SpendLedger ledger, SpendLimits limits) {
    LedgerGuard guard = ledger.guard(limits);
    return SPRING_TRANSACTIONS ? guard.checkedBy(OutsideOfTransactions::require) : guard;
  }

  static DataSource single(ObjectProvider<DataSource> database, String property, String bean) {
    DataSource dataSource = database.getIfUnique();
    if (dataSource != null) return dataSource;
    throw new IllegalStateException(
        property
            + " is set, but there is no single DataSource: mark one as @Primary, define your own "
            + bean
            + " bean, or remove the property to keep it in memory");
  }

  /** Apart, because Spring's transactions may be missing. */
  private static final class OutsideOfTransactions {
    private OutsideOfTransactions() {}

    static void require() {
      if (!TransactionSynchronizationManager.isActualTransactionActive()) return;
      throw new IllegalCallerException(
          "a paid call within a transaction holds its connection, may need another one, and is not"
              + " undone by a rollback: make it before or after the transaction, or book the order"
              + " in it with FreightJobs; nothing was sent");
    }
  }

  @Bean
  @ConditionalOnMissingBean
  FreightScopes freightScopes(FreightProperties properties) {
    Map<String, SpendLimits> single = new HashMap<>();
    properties
        .spend()
        .customers()
        .forEach(
            (id, caps) -> single.put(id, ofScope("freight.spend.customers." + id + ".", caps)));
    return new FreightScopes(
        ofScope("freight.spend.customer.", properties.spend().customer()), single);
  }
}
