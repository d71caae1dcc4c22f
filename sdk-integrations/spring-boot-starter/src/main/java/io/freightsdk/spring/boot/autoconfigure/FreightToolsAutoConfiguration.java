package io.freightsdk.spring.boot.autoconfigure;

import io.freightsdk.FreightClient;
import io.freightsdk.agent.AgentTool;
import io.freightsdk.agent.Approver;
import io.freightsdk.agent.FreightTools;
import io.freightsdk.agent.ToolListener;
import io.freightsdk.spend.SpendLimits;
import io.freightsdk.spend.SpendScope;
import io.freightsdk.spring.boot.FreightProperties;
import java.time.Clock;
import java.util.List;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnSingleCandidate;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Lazy;

/** Tools for AI agents, with their own spend limits or explicitly without. */
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
      FreightProperties properties,
      ObjectProvider<Approver> approver,
      ObjectProvider<ToolListener> listener,
      @Qualifier(FreightClientAutoConfiguration.CLOCK) ObjectProvider<Clock> clock) {
    FreightProperties.Tools settings = properties.tools();
    SpendLimits limits =
        FreightSpendAutoConfiguration.ofScope("freight.tools.limits.", settings.limits());
    boolean capped = !SpendScope.client(limits).limits().isEmpty();
    if (capped == settings.unlimited()) {
      throw new IllegalStateException(
          "freight.tools.enabled lets a model spend real money, and "
              + (capped ? "both a limit and unlimited=true are set" : "no limit is set")
              + ": set one of freight.tools.limits.* (such as per-day) or"
              + " freight.tools.unlimited=true");
    }
    FreightTools.Builder tools = FreightTools.builder(client).scopeName(settings.scope());
    if (capped) tools.limits(limits);
    else tools.unlimited();
    approver.ifAvailable(tools::approver);
    listener.ifAvailable(tools::listener);
    clock.ifAvailable(tools::clock);
    return tools.build();
  }
}
