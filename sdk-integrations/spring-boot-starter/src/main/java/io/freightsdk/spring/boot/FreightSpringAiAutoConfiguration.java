package io.freightsdk.spring.boot;

import io.freightsdk.agent.AgentTool;
import io.freightsdk.agent.FreightTools;
import io.freightsdk.agent.mcp.McpTools;
import io.freightsdk.agent.springai.SpringAiTools;
import io.modelcontextprotocol.server.McpServerFeatures.SyncToolSpecification;
import java.math.BigDecimal;
import java.util.List;
import java.util.Objects;
import org.springframework.ai.chat.client.ChatClientCustomizer;
import org.springframework.ai.tool.ToolCallback;
import org.springframework.ai.tool.ToolCallbackProvider;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionMessage;
import org.springframework.boot.autoconfigure.condition.ConditionOutcome;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.SpringBootCondition;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.ConditionContext;
import org.springframework.context.annotation.Conditional;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.env.Environment;
import org.springframework.core.type.AnnotatedTypeMetadata;
import org.springframework.util.ClassUtils;

/**
 * Offers the tools to Spring AI, if it is on the class path: to its chats, with the instructions,
 * and by their names. Its MCP server would offer all callbacks that it finds to all its clients.
 * With a server, the callbacks are therefore found only by their name, and the server gets the
 * tools on request.
 */
@AutoConfiguration(
    after = FreightToolsAutoConfiguration.class,
    beforeName = {
      "org.springframework.ai.model.tool.autoconfigure.ToolCallingAutoConfiguration",
      "org.springframework.ai.mcp.server.common.autoconfigure.McpServerAutoConfiguration",
      "org.springframework.ai.mcp.server.common.autoconfigure.ToolCallbackConverterAutoConfiguration"
    })
@ConditionalOnClass({SpringAiTools.class, ToolCallbackProvider.class})
@ConditionalOnBean(name = "freightTools")
public class FreightSpringAiAutoConfiguration {

  /** Gets the tools only when the callbacks are needed, because building them reads live prices. */
  private static ToolCallbackProvider callbacks(BeanFactory beans) {
    return () -> SpringAiTools.of(tools(beans)).toArray(ToolCallback[]::new);
  }

  @SuppressWarnings("unchecked") // The bean is a List<AgentTool>.
  private static List<AgentTool> tools(BeanFactory beans) {
    return beans.getBean("freightTools", List.class);
  }

  /**
   * Adds the tools and their instructions, as the default system text, to each chat that the
   * application builds with Spring AI's {@code ChatClient.Builder}.
   */
  @Configuration(proxyBeanMethods = false)
  @ConditionalOnClass(ChatClientCustomizer.class)
  static class Chats {
    @Bean
    @ConditionalOnMissingBean(name = "freightChat")
    ChatClientCustomizer freightChat(BeanFactory beans) {
      ToolCallbackProvider tools =
          () ->
              beans.getBean("freightToolCallbacks", ToolCallbackProvider.class).getToolCallbacks();
      return chat -> chat.defaultSystem(FreightTools.instructions()).defaultToolCallbacks(tools);
    }
  }

  @Configuration(proxyBeanMethods = false)
  @Conditional(WithoutServer.class)
  static class Callbacks {
    @Bean
    @ConditionalOnMissingBean(name = "freightToolCallbacks")
    ToolCallbackProvider freightToolCallbacks(BeanFactory beans) {
      return callbacks(beans);
    }
  }

  /**
   * For a server that accepts only callbacks, if exposure is requested: it finds these by their
   * type.
   */
  @Configuration(proxyBeanMethods = false)
  @Conditional(OfferedAsCallbacks.class)
  static class CallbacksOverMcp {
    @Bean
    @ConditionalOnMissingBean(name = "freightToolCallbacks")
    ToolCallbackProvider freightToolCallbacks(BeanFactory beans, FreightProperties properties) {
      logOffered(properties);
      return callbacks(beans);
    }
  }

  /** For the chats of the application: a server does not find these, because it looks by type. */
  @Configuration(proxyBeanMethods = false)
  @Conditional(FoundByName.class)
  static class CallbacksByName {
    @Bean(defaultCandidate = false)
    @ConditionalOnMissingBean(name = "freightToolCallbacks")
    ToolCallbackProvider freightToolCallbacks(BeanFactory beans, FreightProperties properties) {
      if (!properties.tools().exposeOverMcp()) {
        FreightAutoConfiguration.LOG.info(
            "The MCP server of this application does not offer the freight tools, unless"
                + " freight.tools.expose-over-mcp is true. The chats of the application have them.");
      }
      return callbacks(beans);
    }
  }

  /** For a server that accepts specifications of the MCP SDK 2, if exposure is requested. */
  @Configuration(proxyBeanMethods = false)
  @Conditional(OfferedAsSpecifications.class)
  static class SpecificationsOverMcp {
    @Bean
    @ConditionalOnMissingBean(name = "freightMcpTools")
    List<SyncToolSpecification> freightMcpTools(BeanFactory beans, FreightProperties properties) {
      logOffered(properties);
      return McpTools.of(tools(beans)).specifications();
    }
  }

  private static void logOffered(FreightProperties properties) {
    // The properties require it with expose-over-mcp.
    BigDecimal limitUsd = Objects.requireNonNull(properties.tools().limitPerDay());
    FreightAutoConfiguration.LOG.warn(
        "The MCP server of this application offers the freight tools (freight.tools.expose-over-mcp): all"
            + " its clients together may spend "
            + FreightProperties.withCents(limitUsd).toPlainString()
            + " USD a day.");
  }

  /**
   * The best form in which the application's MCP server accepts tools; none without a server. A
   * server with specifications also accepts callbacks.
   */
  private enum AcceptedTools {
    NONE,
    /** Tools of the MCP SDK 2, whose calls can ask a person: synchronous, with sessions. */
    SPECIFICATIONS,
    /** Only callbacks: before Spring AI 2.0, asynchronous, or without sessions. */
    CALLBACKS;

    static AcceptedTools of(ConditionContext context) {
      ClassLoader classes = context.getClassLoader();
      Environment properties = context.getEnvironment();
      boolean isThere =
          ClassUtils.isPresent(
                  "org.springframework.ai.mcp.server.common.autoconfigure.McpServerAutoConfiguration",
                  classes)
              && properties.getProperty("spring.ai.mcp.server.enabled", Boolean.class, true);
      if (!isThere) return NONE;
      boolean hasSdk2 =
          ClassUtils.isPresent("io.modelcontextprotocol.spec.McpSchema$ElicitFormRequest", classes);
      boolean isSync =
          properties.getProperty("spring.ai.mcp.server.type", "SYNC").equalsIgnoreCase("SYNC");
      boolean isStateless =
          properties.getProperty("spring.ai.mcp.server.protocol", "").equalsIgnoreCase("STATELESS");
      return hasSdk2 && isSync && !isStateless ? SPECIFICATIONS : CALLBACKS;
    }
  }

  private static boolean isRequested(ConditionContext context) {
    try {
      return Binder.get(context.getEnvironment())
          .bind("freight.tools.expose-over-mcp", Boolean.class)
          .orElse(false);
    } catch (RuntimeException e) {
      // The binding of all properties reports the error.
      return false;
    }
  }

  /** A condition on the MCP server, with a message for the report of conditions. */
  private abstract static class ServerCondition extends SpringBootCondition {
    @Override
    public ConditionOutcome getMatchOutcome(
        ConditionContext context, AnnotatedTypeMetadata metadata) {
      AcceptedTools accepted = AcceptedTools.of(context);
      boolean isRequested = isRequested(context);
      String message = "MCP server " + accepted + ", freight.tools.expose-over-mcp " + isRequested;
      return new ConditionOutcome(
          matches(accepted, isRequested),
          ConditionMessage.forCondition("Freight tools").because(message));
    }

    abstract boolean matches(AcceptedTools accepted, boolean isRequested);
  }

  static final class WithoutServer extends ServerCondition {
    @Override
    boolean matches(AcceptedTools accepted, boolean isRequested) {
      return accepted == AcceptedTools.NONE;
    }
  }

  static final class OfferedAsCallbacks extends ServerCondition {
    @Override
    boolean matches(AcceptedTools accepted, boolean isRequested) {
      return accepted == AcceptedTools.CALLBACKS && isRequested;
    }
  }

  /**
   * With a server that must not find the callbacks by their type: exposure is not requested, or it
   * gets specifications.
   */
  static final class FoundByName extends ServerCondition {
    @Override
    boolean matches(AcceptedTools accepted, boolean isRequested) {
      return accepted == AcceptedTools.SPECIFICATIONS
          || (accepted == AcceptedTools.CALLBACKS && !isRequested);
    }
  }

  static final class OfferedAsSpecifications extends ServerCondition {
    @Override
    boolean matches(AcceptedTools accepted, boolean isRequested) {
      return accepted == AcceptedTools.SPECIFICATIONS && isRequested;
    }
  }
}
