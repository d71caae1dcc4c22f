package io.freightsdk.spring.boot;

import io.freightsdk.agent.mcp.McpTools;
import io.modelcontextprotocol.spec.McpSchema.ElicitFormRequest;
import io.modelcontextprotocol.spec.McpSchema.ElicitResult.Action;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.context.annotation.Bean;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.databind.DeserializationContext;
import tools.jackson.databind.deser.std.StdDeserializer;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.module.SimpleModule;

/**
 * Lets Spring AI's MCP server read the answer to a question only if its action is one of the
 * protocol's texts, as {@link McpTools#answers} does. Jackson alone takes the number 0 for a yes.
 */
@AutoConfiguration
@ConditionalOnClass({McpTools.class, ElicitFormRequest.class, JsonMapper.class})
public class FreightMcpAnswersAutoConfiguration {
  /** The mapper of the transports that Spring AI makes, or the application's in its place. */
  private static final String MAPPER = "mcpServerJsonMapper";

  @Bean
  static BeanPostProcessor freightMcpAnswers() {
    return new BeanPostProcessor() {
      @Override
      public Object postProcessAfterInitialization(Object bean, String name) {
        if (!name.equals(MAPPER) || !(bean instanceof JsonMapper mapper)) return bean;
        SimpleModule actions = new SimpleModule("freight-mcp-answers");
        actions.addDeserializer(Action.class, new InWords());
        return mapper.rebuild().addModule(actions).build();
      }
    };
  }

  private static final class InWords extends StdDeserializer<Action> {
    InWords() {
      super(Action.class);
    }

    @Override
    public Action deserialize(JsonParser parser, DeserializationContext context) {
      String action = parser.hasToken(JsonToken.VALUE_STRING) ? parser.getString() : "";
      return switch (action) {
        case "accept" -> Action.ACCEPT;
        case "decline" -> Action.DECLINE;
        case "cancel" -> Action.CANCEL;
        default -> refused(context);
      };
    }

    @Override
    public Object getNullValue(DeserializationContext context) {
      return refused(context);
    }

    @Override
    public Object getAbsentValue(DeserializationContext context) {
      return refused(context);
    }

    private Action refused(DeserializationContext context) {
      return context.reportInputMismatch(this, "expected accept, decline or cancel");
    }
  }
}
