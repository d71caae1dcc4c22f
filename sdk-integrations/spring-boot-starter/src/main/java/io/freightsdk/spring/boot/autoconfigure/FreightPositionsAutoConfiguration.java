package io.freightsdk.spring.boot.autoconfigure;

import io.freightsdk.reads.PositionCache;
import io.freightsdk.spring.boot.FreightProperties;
import io.freightsdk.watch.jdbc.JdbcPositionCache;
import javax.sql.DataSource;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnExpression;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.sql.init.dependency.DependsOnDatabaseInitialization;
import org.springframework.context.annotation.Bean;

/** Positions that all instances share, if {@code freight.positions.schema} says so. */
@AutoConfiguration(after = FreightSpendAutoConfiguration.class)
@ConditionalOnBean(LedgerOpener.class)
@ConditionalOnExpression("!'${freight.positions.schema:none}'.equalsIgnoreCase('none')")
public class FreightPositionsAutoConfiguration {
  @Bean
  @ConditionalOnMissingBean
  @DependsOnDatabaseInitialization
  PositionCache freightPositionCache(
      FreightProperties properties, ObjectProvider<DataSource> database) {
    DataSource dataSource =
        FreightSpendAutoConfiguration.single(database, "freight.positions.schema", "PositionCache");
    io.freightsdk.sql.SchemaMode mode =
        io.freightsdk.sql.SchemaMode.valueOf(properties.positions().schema().name());
    return JdbcPositionCache.open(dataSource, mode);
  }
}
