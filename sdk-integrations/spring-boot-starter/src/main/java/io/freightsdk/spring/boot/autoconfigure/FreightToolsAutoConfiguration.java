package io.freightsdk.spring.boot.autoconfigure;

import io.freightsdk.FreightClient;
import io.freightsdk.agent.AgentTool;
import io.freightsdk.agent.Approver;
import io.freightsdk.agent.FreightTools;
import io.freightsdk.spend.SpendLedger;
import io.freightsdk.spend.SpendLimits;
import io.freightsdk.spend.SpendScope;
import io.freightsdk.spring.boot.FreightProperties;
import java.util.List;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnSingleCandidate;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Lazy;

/** Tools for AI agents, with a spend limit of their own. */
@AutoConfiguration(after = FreightClientAutoConfiguration.class)
@ConditionalOnClass(FreightTools.class)
@ConditionalOnSingleCandidate(FreightClient.class)
@ConditionalOnProperty("freight.tools.enabled")
public class FreightToolsAutoConfiguration {
  /** Lazy, because live prices are read when the tools are built. */
  @Bean
  @Lazy
  @ConditionalOnMissingBean(name = "freightTools")
  List<AgentTool> freightTools(
      FreightClient client,
      SpendLedger ledger,
      FreightProperties properties,
      ObjectProvider<Approver> approver) {
    FreightProperties.Tools settings = properties.tools();
    SpendLimits limits =
        FreightSpendAutoConfiguration.ofScope("freight.tools.limits.", settings.limits());
    if (SpendScope.client(limits).limits().isEmpty()) {
      throw new IllegalStateException(
          "freight.tools.enabled lets a model spend real money, and no limit is set: set one of"
              + " freight.tools.limits.*, such as per-day");
    }
    FreightTools.Builder tools =
        FreightTools.builder(client, ledger).scopeName(settings.scope()).limits(limits);
    approver.ifAvailable(tools::approver);
    return tools.build();
  }
}
