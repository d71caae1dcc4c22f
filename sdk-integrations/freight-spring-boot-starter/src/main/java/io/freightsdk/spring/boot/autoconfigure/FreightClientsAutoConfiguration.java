package io.freightsdk.spring.boot.autoconfigure;

import io.freightsdk.reads.PositionCache;
import io.freightsdk.spend.SpendLimits;
import io.freightsdk.spring.boot.FreightProperties;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.boot.sql.init.dependency.DependsOnDatabaseInitialization;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Import;

/** A client bean and its ledger for each name in {@code freight.clients}. */
@AutoConfiguration(
    after = {FreightSpendAutoConfiguration.class, FreightPositionsAutoConfiguration.class})
@ConditionalOnProperty(name = "freight.enabled", matchIfMissing = true)
@Import(NamedClients.Registrar.class)
public class FreightClientsAutoConfiguration {
  @Bean
  @DependsOnDatabaseInitialization
  NamedClients freightNamedClients(
      FreightProperties properties,
      ClientMaker maker,
      LedgerOpener ledgers,
      ObjectProvider<NamedClients.Listeners> listeners,
      SpendLimits limits,
      BeanFactory beans,
      ObjectProvider<NamedClients.AccountPositions> shared,
      ObjectProvider<PositionCache> positions) {
    boolean ofProperties = beans.containsBean("freightSpendLimits");
    return new NamedClients(
        properties,
        maker,
        ledgers,
        listeners,
        ofProperties ? null : limits,
        shared.getIfAvailable(),
        positions);
  }
}
