package io.freightsdk.spring.boot.autoconfigure;

import io.freightsdk.reads.PositionCache;
import io.freightsdk.spend.SpendLimits;
import io.freightsdk.spend.SpendStore;
import io.freightsdk.spend.jdbc.JdbcSpendStore;
import io.freightsdk.spring.boot.FreightProperties;
import io.freightsdk.spring.boot.FreightProperties.Limits;
import io.freightsdk.spring.boot.FreightProperties.SchemaMode;
import io.freightsdk.spring.boot.FreightScopes;
import io.freightsdk.watch.jdbc.JdbcPositionCache;
import java.math.BigDecimal;
import java.time.ZoneId;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.function.Consumer;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnExpression;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.sql.init.dependency.DependsOnDatabaseInitialization;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Conditional;

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
  @Conditional(SingleClient.class)
  @ConditionalOnMissingBean
  @DependsOnDatabaseInitialization
  SpendStore freightSpendStore(FreightProperties properties, ObjectProvider<DataSource> database) {
    FreightProperties.Jdbc jdbc = properties.spend().jdbc();
    return store(jdbc.schema(), jdbc.book(), database);
  }

  static SpendStore store(SchemaMode schema, String book, ObjectProvider<DataSource> database) {
    if (schema == SchemaMode.NONE) return SpendStore.inMemory();
    DataSource dataSource = single(database, "freight.spend.jdbc.schema", "SpendStore");
    return StartFailure.explained(() -> JdbcSpendStore.open(dataSource, book, mode(schema)));
  }

  @Bean
  @Conditional(SingleClient.class)
  @ConditionalOnMissingBean
  @ConditionalOnExpression("!'${freight.positions.schema:none}'.equalsIgnoreCase('none')")
  @DependsOnDatabaseInitialization
  PositionCache freightPositionCache(
      FreightProperties properties, ObjectProvider<DataSource> database) {
    String account = properties.positions().account();
    PositionCache shared =
        positions(
            properties.positions().schema(),
            account != null ? account : properties.spend().jdbc().book(),
            database);
    return Objects.requireNonNull(shared);
  }

  static @Nullable PositionCache positions(
      SchemaMode schema, String account, ObjectProvider<DataSource> database) {
    if (schema == SchemaMode.NONE) return null;
    DataSource dataSource = single(database, "freight.positions.schema", "PositionCache");
    return StartFailure.explained(() -> JdbcPositionCache.open(dataSource, account, mode(schema)));
  }

  private static JdbcSpendStore.SchemaMode mode(SchemaMode schema) {
    return JdbcSpendStore.SchemaMode.valueOf(schema.name());
  }

  static DataSource single(ObjectProvider<DataSource> database, String property, String bean) {
    DataSource dataSource = database.getIfUnique();
    if (dataSource != null) return dataSource;
    throw new StartFailure(
        property + " is set, but there is no single DataSource.",
        "Mark one DataSource as @Primary, define your own "
            + bean
            + " bean, or remove the property to keep it in memory.",
        null);
  }

  @Bean
  Kept freightKept() {
    return new Kept();
  }

  @Bean
  @ConditionalOnMissingBean
  FreightScopes freightScopes(FreightProperties properties) {
    return StartFailure.explained(
        () -> {
          Map<String, SpendLimits> single = new HashMap<>();
          properties
              .spend()
              .customers()
              .forEach(
                  (id, caps) ->
                      single.put(id, limits("freight.spend.customers." + id + ".", caps)));
          return new FreightScopes(
              limits("freight.spend.customer.", properties.spend().customer()), single);
        });
  }
}
