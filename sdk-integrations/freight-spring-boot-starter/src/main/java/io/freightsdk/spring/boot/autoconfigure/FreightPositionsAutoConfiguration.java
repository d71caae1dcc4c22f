package io.freightsdk.spring.boot.autoconfigure;

import io.freightsdk.reads.PositionCache;
import io.freightsdk.spring.boot.FreightProperties;
import io.freightsdk.watch.jdbc.JdbcPositionCache;
import java.util.HashMap;
import java.util.Map;
import javax.sql.DataSource;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnExpression;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.sql.init.dependency.DependsOnDatabaseInitialization;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Conditional;

/** Positions that all instances share, if {@code freight.positions.schema} says so. */
@AutoConfiguration(after = FreightSpendAutoConfiguration.class)
@ConditionalOnBean(Kept.class)
@ConditionalOnExpression("!'${freight.positions.schema:none}'.equalsIgnoreCase('none')")
public class FreightPositionsAutoConfiguration {
  /** A cache for each account, made when its first client asks. */
  @Bean
  @DependsOnDatabaseInitialization
  NamedClients.AccountPositions freightSharedPositions(
      FreightProperties properties, ObjectProvider<DataSource> database, Kept kept) {
    Map<String, PositionCache> opened = new HashMap<>();
    return account -> opened.computeIfAbsent(account, of -> open(properties, database, kept, of));
  }

  private static PositionCache open(
      FreightProperties properties,
      ObjectProvider<DataSource> database,
      Kept kept,
      String account) {
    DataSource dataSource =
        FreightSpendAutoConfiguration.single(database, "freight.positions.schema", "PositionCache");
    io.freightsdk.sql.SchemaMode mode =
        io.freightsdk.sql.SchemaMode.valueOf(properties.positions().schema().name());
    JdbcPositionCache cache =
        StartFailure.explained(() -> JdbcPositionCache.open(dataSource, account, mode));
    kept.positions(cache::purge);
    return cache;
  }

  @Bean
  @Conditional(SingleClient.class)
  @ConditionalOnMissingBean
  PositionCache freightPositionCache(
      FreightProperties properties, NamedClients.AccountPositions shared) {
    String account = properties.positions().account();
    return shared.of(account != null ? account : properties.spend().jdbc().book());
  }
}
