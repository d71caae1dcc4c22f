package io.freightsdk.spring.boot.autoconfigure;

import io.freightsdk.spend.SpendLimits;
import io.freightsdk.spend.SpendStore;
import io.freightsdk.spend.jdbc.JdbcSpendStore;
import io.freightsdk.spring.boot.FreightProperties;
import io.freightsdk.spring.boot.FreightProperties.Limits;
import java.math.BigDecimal;
import java.time.ZoneId;
import java.util.function.Consumer;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.sql.init.dependency.DependsOnDatabaseInitialization;
import org.springframework.context.annotation.Bean;

/** The spend limits and the spend store. */
@AutoConfiguration(
    afterName = {
      "org.springframework.boot.autoconfigure.jdbc.DataSourceAutoConfiguration",
      "org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration"
    })
@ConditionalOnProperty(name = "freight.enabled", matchIfMissing = true)
@EnableConfigurationProperties(FreightProperties.class)
public class FreightSpendAutoConfiguration {

  @Bean
  @ConditionalOnMissingBean
  SpendLimits freightSpendLimits(FreightProperties properties) {
    return StartFailure.explained(
        () -> limits("freight.spend.limits.", properties.spend().limits()));
  }

  static SpendLimits limits(String prefix, Limits caps) {
    SpendLimits.Builder limits = SpendLimits.builder();
    set(prefix + "per-call", caps.perCall(), limits::perCall);
    set(prefix + "per-minute", caps.perMinute(), limits::perMinute);
    set(prefix + "per-hour", caps.perHour(), limits::perHour);
    ZoneId zone = caps.dayZone();
    set(prefix + "per-day", caps.perDay(), cap -> perDay(limits, cap, zone));
    set(prefix + "total", caps.total(), limits::total);
    return limits.build();
  }

  private static void perDay(SpendLimits.Builder limits, BigDecimal cap, @Nullable ZoneId zone) {
    if (zone == null) limits.perDay(cap);
    else limits.perDay(cap, zone);
  }

  private static void set(String property, @Nullable BigDecimal cap, Consumer<BigDecimal> setter) {
    if (cap == null) return;
    if (cap.signum() < 0) {
      throw new IllegalArgumentException(
          property + ": expected 0 USD or more, got " + cap.toPlainString());
    }
    setter.accept(cap);
  }

  /** A store in the database is opened after the database's migrations. */
  @Bean
  @ConditionalOnMissingBean
  @DependsOnDatabaseInitialization
  SpendStore freightSpendStore(
      FreightProperties properties, ObjectProvider<DataSource> dataSources) {
    FreightProperties.Jdbc jdbc = properties.spend().jdbc();
    if (jdbc.schema() == FreightProperties.SchemaMode.NONE) return SpendStore.inMemory();

    DataSource dataSource = dataSources.getIfUnique();
    if (dataSource == null) {
      throw new StartFailure(
          "freight.spend.jdbc.schema is set, but there is no single DataSource for the spend store.",
          "Mark one DataSource as @Primary, define your own SpendStore bean, or remove the property to"
              + " keep the ledger in memory.",
          null);
    }
    JdbcSpendStore.SchemaMode mode = JdbcSpendStore.SchemaMode.valueOf(jdbc.schema().name());
    return StartFailure.explained(() -> JdbcSpendStore.open(dataSource, jdbc.book(), mode));
  }
}
