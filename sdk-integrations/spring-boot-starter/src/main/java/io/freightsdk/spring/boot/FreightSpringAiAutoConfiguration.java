package io.freightsdk.spring.boot;

import io.freightsdk.agent.AgentTool;
import io.freightsdk.agent.springai.SpringAiTools;
import java.util.List;
import org.springframework.ai.tool.ToolCallback;
import org.springframework.ai.tool.ToolCallbackProvider;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.annotation.Bean;

/**
 * Registers the tools with Spring AI, where it is on the class path: they can be resolved by name,
 * offered by its MCP server, and used by chat clients.
 */
@AutoConfiguration(
    after = FreightToolsAutoConfiguration.class,
    beforeName = "org.springframework.ai.model.tool.autoconfigure.ToolCallingAutoConfiguration")
@ConditionalOnClass({SpringAiTools.class, ToolCallbackProvider.class})
@ConditionalOnBean(name = "freightTools")
public class FreightSpringAiAutoConfiguration {
  /** Gets the tools only when the callbacks are needed, because building them reads live prices. */
  @Bean
  @ConditionalOnMissingBean(name = "freightToolCallbacks")
  @SuppressWarnings("unchecked") // The bean is a List<AgentTool>.
  ToolCallbackProvider freightToolCallbacks(BeanFactory beans) {
    return () ->
        SpringAiTools.of((List<AgentTool>) beans.getBean("freightTools", List.class))
            .toArray(ToolCallback[]::new);
  }
}
