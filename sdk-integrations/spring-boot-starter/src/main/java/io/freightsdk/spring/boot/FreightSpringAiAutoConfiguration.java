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

  /** For each chat that the application builds with Spring AI's {@code ChatClient.Builder}. */
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

  @Configuration(proxyBeanMethods = false)
  @Conditional(FoundByName.class)
  static class CallbacksBesideAnMcpServer {
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

  @Configuration(proxyBeanMethods = false)
  @Conditional(OfferedWithHints.class)
  static class OverMcp {
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
            + FreightProperties.dollars(limitUsd).toPlainString()
            + " USD a day.");
  }

  /** The form in which the application's MCP server accepts tools. */
  private enum Server {
    NONE,
    /** Tools of the MCP SDK, whose calls can ask a person. */
    TOOLS_WITH_QUESTIONS,
    /** Only callbacks: before Spring AI 2.0, asynchronous, or without sessions. */
    CALLBACKS;

    static Server of(ConditionContext context) {
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
      return hasSdk2 && isSync && !isStateless ? TOOLS_WITH_QUESTIONS : CALLBACKS;
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
      Server server = Server.of(context);
      boolean isRequested = isRequested(context);
      String message = "MCP server " + server + ", freight.tools.expose-over-mcp " + isRequested;
      return new ConditionOutcome(
          matches(server, isRequested),
          ConditionMessage.forCondition("Freight tools").because(message));
    }

    abstract boolean matches(Server server, boolean isRequested);
  }

  static final class WithoutServer extends ServerCondition {
    @Override
    boolean matches(Server server, boolean isRequested) {
      return server == Server.NONE;
    }
  }

  static final class OfferedAsCallbacks extends ServerCondition {
    @Override
    boolean matches(Server server, boolean isRequested) {
      return server == Server.CALLBACKS && isRequested;
    }
  }

  /** With a server that does not get the callbacks by their type. */
  static final class FoundByName extends ServerCondition {
    @Override
    boolean matches(Server server, boolean isRequested) {
      return server == Server.TOOLS_WITH_QUESTIONS || (server == Server.CALLBACKS && !isRequested);
    }
  }

  static final class OfferedWithHints extends ServerCondition {
    @Override
    boolean matches(Server server, boolean isRequested) {
      return server == Server.TOOLS_WITH_QUESTIONS && isRequested;
    }
  }
}
