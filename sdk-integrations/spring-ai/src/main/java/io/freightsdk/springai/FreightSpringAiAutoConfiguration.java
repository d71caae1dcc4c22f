package io.freightsdk.springai;

import io.freightsdk.agent.AgentTool;
import java.util.List;
import org.springframework.ai.tool.ToolCallback;
import org.springframework.ai.tool.ToolCallbackProvider;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.annotation.Bean;

/**
 * Registers the tools of {@code freight-spring-boot-starter} with Spring AI: they can be resolved
 * by name, offered by its MCP server, and used by chat clients.
 */
@AutoConfiguration(
    afterName = "io.freightsdk.spring.boot.autoconfigure.FreightToolsAutoConfiguration",
    beforeName = "org.springframework.ai.model.tool.autoconfigure.ToolCallingAutoConfiguration")
@ConditionalOnBean(name = FreightSpringAiAutoConfiguration.TOOLS)
public class FreightSpringAiAutoConfiguration {
  static final String TOOLS = "freightTools";

  /** Gets the tools only when the callbacks are needed, because building them reads live prices. */
  @Bean
  @ConditionalOnMissingBean(name = "freightToolCallbacks")
  @SuppressWarnings("unchecked") // The starter's bean is a List<AgentTool>.
  ToolCallbackProvider freightToolCallbacks(BeanFactory beans) {
    return () ->
        SpringAiTools.of((List<AgentTool>) beans.getBean(TOOLS, List.class))
            .toArray(ToolCallback[]::new);
  }
}
