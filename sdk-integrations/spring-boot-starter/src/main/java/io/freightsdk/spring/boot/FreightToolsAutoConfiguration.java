package io.freightsdk.spring.boot;

import io.freightsdk.FreightClient;
import io.freightsdk.agent.AgentTool;
import io.freightsdk.agent.ApprovalOutcome;
import io.freightsdk.agent.Approver;
import io.freightsdk.agent.FreightTools;
import io.freightsdk.agent.ReferenceCheck;
import io.freightsdk.spend.SpendLedger;
import io.freightsdk.spend.SpendLimit;
import java.math.BigDecimal;
import java.util.List;
import java.util.function.Consumer;
import org.springframework.beans.factory.BeanFactoryUtils;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnSingleCandidate;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Lazy;

/** Tools for AI agents, with their own limit. */
@AutoConfiguration(after = FreightAutoConfiguration.class)
@ConditionalOnClass(FreightTools.class)
@ConditionalOnSingleCandidate(FreightClient.class)
@ConditionalOnProperty("freight.tools.limit-per-day")
public class FreightToolsAutoConfiguration {
  /**
   * Says above which price the tools ask a person, for the log. Does not create an Approver,
   * because it may need the client.
   */
  @Bean
  StartLine.Approvals freightApprovals(ListableBeanFactory beans, FreightProperties properties) {
    boolean hasApprover =
        BeanFactoryUtils.beanNamesForTypeIncludingAncestors(beans, Approver.class, true, false)
                .length
            > 0;
    BigDecimal above = properties.tools().approvalAbove();
    if (above == null && !hasApprover) return new StartLine.Approvals("asks nobody");
    BigDecimal usd = FreightProperties.withCents(above == null ? BigDecimal.ZERO : above);
    return new StartLine.Approvals("asks above " + usd.toPlainString() + " USD");
  }

  /** Lazy, because live prices are read when the tools are built. */
  @Bean
  @Lazy
  @ConditionalOnMissingBean(name = "freightTools")
  List<AgentTool> freightTools(
      FreightClient client,
      SpendLedger ledger,
      FreightProperties properties,
      ObjectProvider<Approver> approver,
      ObjectProvider<Consumer<ApprovalOutcome>> approvalListener,
      ObjectProvider<ReferenceCheck> check) {
    List<SpendLimit> limits = properties.tools().limits(properties.limits().zone());
    FreightTools.Builder tools =
        FreightTools.builder(client, ledger).sharedLimits(limits.toArray(SpendLimit[]::new));
    BigDecimal approvalAbove = properties.tools().approvalAbove();
    if (approvalAbove != null) tools.approvalAbove(approvalAbove);
    approver.ifAvailable(tools::approver);
    approvalListener.ifAvailable(tools::approvalListener);
    check.ifAvailable(tools::referenceCheck);
    return tools.build();
  }
}
