package io.freightsdk.spring.boot.autoconfigure;

import io.freightsdk.reads.PositionCache;
import io.freightsdk.spend.positions.JdbcPositionCache;
import io.freightsdk.spring.boot.FreightProperties;
import javax.sql.DataSource;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.boot.sql.init.dependency.DependsOnDatabaseInitialization;
import org.springframework.context.annotation.Bean;

/** Positions that all instances share, if {@code freight.positions.enabled} says so. */
@AutoConfiguration(after = FreightSpendAutoConfiguration.class)
@ConditionalOnBean(LedgerOpener.class)
@ConditionalOnProperty("freight.positions.enabled")
public class FreightPositionsAutoConfiguration {
  @Bean
  @ConditionalOnMissingBean
  @DependsOnDatabaseInitialization
  PositionCache freightPositionCache(
      FreightProperties properties, ObjectProvider<DataSource> database) {
    DataSource dataSource =
        FreightSpendAutoConfiguration.single(
            database, "freight.positions.enabled", "PositionCache");
    if (properties.spend().jdbc().createTables()) JdbcPositionCache.createTables(dataSource);
    return JdbcPositionCache.open(dataSource);
  }
}
