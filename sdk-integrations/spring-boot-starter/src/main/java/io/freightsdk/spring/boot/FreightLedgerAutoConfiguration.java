package io.freightsdk.spring.boot;

import io.freightsdk.spend.SpendLedger;
import io.freightsdk.spring.boot.FreightProperties.Ledger;
import java.nio.file.Path;
import java.time.Clock;
import java.util.Objects;
import javax.sql.DataSource;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.sql.init.dependency.DependsOnDatabaseInitialization;
import org.springframework.context.annotation.Bean;
import org.springframework.core.env.Environment;

/**
 * The ledger, whose guard the client of {@code FreightAutoConfiguration} has. With {@code jdbc} in
 * the properties, instances share it in the application's {@code DataSource}. It is opened after
 * the database's migrations.
 */
@AutoConfiguration(
    afterName = {
      "org.springframework.boot.autoconfigure.jdbc.DataSourceAutoConfiguration",
      "org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration"
    })
@EnableConfigurationProperties(FreightProperties.class)
public class FreightLedgerAutoConfiguration {
  @Bean
  @ConditionalOnMissingBean
  @DependsOnDatabaseInitialization
  SpendLedger freightSpendLedger(
      FreightProperties properties,
      ObjectProvider<DataSource> database,
      Environment environment,
      @Qualifier(FreightAutoConfiguration.CLOCK) ObjectProvider<Clock> clock,
      ObjectProvider<PropertiesCustomerLimits> ofProperties) {
    Ledger ledger = properties.ledger();
    return switch (ledger.store()) {
      case MEMORY -> {
        boolean ownCustomerLimits = ofProperties.getIfAvailable() == null;
        yield inMemory(ownCustomerLimits || properties.limits().hasLimitLongerThanHour(), clock);
      }
      case FILE -> inFile(Objects.requireNonNull(ledger.file()).toPath());
      case JDBC ->
          inDatabase(
              ledger.name(),
              properties.jdbc(),
              environment,
              Databases.requireSingle(
                  database,
                  "freight.ledger.store=jdbc",
                  "set freight.ledger.store to memory or file",
                  "SpendLedger"));
    };
  }

  private static SpendLedger inMemory(boolean shouldSurviveRestart, ObjectProvider<Clock> clock) {
    if (shouldSurviveRestart) {
      FreightAutoConfiguration.LOG.warn(
          "freight ledger: in memory, so each instance can spend a whole limit, and"
              + " a restart resets it; set freight.ledger.store to jdbc or file");
    } else {
      FreightAutoConfiguration.LOG.info("freight ledger: in memory");
    }
    Clock own = clock.getIfAvailable();
    return own == null ? SpendLedger.inMemory() : SpendLedger.inMemory(own);
  }

  private static SpendLedger inFile(Path file) {
    SpendLedger ledger =
        StartFailure.orFail(
            "freight.ledger.file", "choose another file", () -> SpendLedger.open(file));
    FreightAutoConfiguration.LOG.info("freight ledger: " + file.toAbsolutePath());
    return ledger;
  }

  private static SpendLedger inDatabase(
      String name, FreightProperties.Jdbc jdbc, Environment environment, DataSource dataSource) {
    SpendLedger ledger =
        Databases.open(
            "freight.ledger.store=jdbc",
            environment,
            () -> {
              if (jdbc.neverCreatesTables()) Databases.requireTable(dataSource, "freight_ledger");
              if (jdbc.alwaysCreatesTables()) SpendLedger.createTables(dataSource);
              return SpendLedger.open(dataSource, name);
            });
    FreightAutoConfiguration.LOG.info("freight ledger: \"" + name + "\" in the database");
    return ledger;
  }
}
