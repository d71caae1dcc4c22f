package io.freightsdk.jackson;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.exc.MismatchedInputException;
import com.fasterxml.jackson.databind.jsontype.BasicPolymorphicTypeValidator;
import io.freightsdk.model.Balance;
import io.freightsdk.model.ConfirmDeliveryInput;
import io.freightsdk.model.Eta;
import io.freightsdk.model.LoadStatus;
import io.freightsdk.model.StopInput;
import java.io.IOException;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.DefaultTyping;
import tools.jackson.databind.json.JsonMapper;

class FreightJacksonModulesTest {
  private static final ObjectMapper JACKSON_2 = new ObjectMapper().findAndRegisterModules();
  private static final JsonMapper JACKSON_3 = JsonMapper.builder().findAndAddModules().build();
  private static final String WRONG = "{\"address\":7788}";

  /** A type of an application. */
  record Truck(String name, LoadStatus status, @Nullable Balance balance) {}

  @Test
  void bothAreFoundByTheServiceLoader() throws IOException {
    Instant noon = Instant.parse("2026-11-20T12:00:00Z");
    String wire = "{\"bol_received_at\":\"2026-11-20T12:00:00Z\"}";
    assertThat(JACKSON_2.writeValueAsString(new ConfirmDeliveryInput(noon))).isEqualTo(wire);
    assertThat(JACKSON_3.writeValueAsString(new ConfirmDeliveryInput(noon))).isEqualTo(wire);
    assertThat(JACKSON_2.writeValueAsString(new ConfirmDeliveryInput(null))).isEqualTo("{}");
    assertThat(JACKSON_3.writeValueAsString(new ConfirmDeliveryInput(null))).isEqualTo("{}");
  }

  @Test
  void aStatusIsTextAlsoOneThatIsNew() throws IOException {
    Truck truck = new Truck("T-1", LoadStatus.of("ON_A_FERRY"), null);
    String json = "{\"name\":\"T-1\",\"status\":\"ON_A_FERRY\",\"balance\":null}";
    assertThat(JACKSON_2.writeValueAsString(truck)).isEqualTo(json);
    assertThat(JACKSON_3.writeValueAsString(truck)).isEqualTo(json);
    assertThat(JACKSON_2.readValue(json, Truck.class)).isEqualTo(truck);
    assertThat(JACKSON_3.readValue(json, Truck.class)).isEqualTo(truck);
  }

  @Test
  void aStatusIsAKeyOfAMap() throws IOException {
    Map<LoadStatus, Integer> counts = Map.of(LoadStatus.DELIVERED, 3);
    assertThat(JACKSON_2.writeValueAsString(counts)).isEqualTo("{\"DELIVERED\":3}");
    assertThat(JACKSON_3.writeValueAsString(counts)).isEqualTo("{\"DELIVERED\":3}");
  }

  @Test
  void openMembersKeepEveryDigit() throws IOException {
    String json = "{\"toll\":12345678901234567890.1200,\"lanes\":12345678901234567890123}";
    for (Eta eta :
        List.of(JACKSON_2.readValue(json, Eta.class), JACKSON_3.readValue(json, Eta.class))) {
      assertThat(eta.additionalProperties().get("toll"))
          .isEqualTo(new BigDecimal("12345678901234567890.1200"));
      assertThat(JACKSON_2.writeValueAsString(eta)).isEqualTo(json);
      assertThat(JACKSON_3.writeValueAsString(eta)).isEqualTo(json);
    }
  }

  @Test
  void aWrongMemberIsNamedByItsPathAndItsValueIsNotShown() {
    assertThatThrownBy(() -> JACKSON_2.readValue(WRONG, StopInput.class))
        .isInstanceOf(MismatchedInputException.class)
        .hasMessageContaining("$.address")
        .hasMessageNotContaining("7788");
    assertThatThrownBy(() -> JACKSON_3.readValue(WRONG, StopInput.class))
        .isInstanceOf(tools.jackson.databind.exc.MismatchedInputException.class)
        .hasMessageContaining("$.address")
        .hasMessageNotContaining("7788");
  }

  @Test
  void nullIsNull() throws IOException {
    assertThat(JACKSON_2.readValue("null", Balance.class)).isNull();
    assertThat(JACKSON_3.readValue("null", Balance.class)).isNull();
  }

  /** As caches and sessions store values. */
  @Test
  void typeNamesAreWrittenBesideTheMembersWhereAMapperAsksForThem() throws IOException {
    Object[] values = {new Balance("USD", new BigDecimal("1.50")), LoadStatus.DELIVERED};
    ObjectMapper typed2 =
        new ObjectMapper()
            .findAndRegisterModules()
            .activateDefaultTyping(
                BasicPolymorphicTypeValidator.builder().allowIfBaseType(Object.class).build(),
                ObjectMapper.DefaultTyping.JAVA_LANG_OBJECT,
                com.fasterxml.jackson.annotation.JsonTypeInfo.As.PROPERTY);
    assertThat(typed2.readValue(typed2.writeValueAsString(values), Object[].class))
        .isEqualTo(values);
    JsonMapper typed3 =
        JsonMapper.builder()
            .findAndAddModules()
            .activateDefaultTyping(
                tools.jackson.databind.jsontype.BasicPolymorphicTypeValidator.builder()
                    .allowIfBaseType(Object.class)
                    .build(),
                DefaultTyping.JAVA_LANG_OBJECT,
                com.fasterxml.jackson.annotation.JsonTypeInfo.As.PROPERTY)
            .build();
    assertThat(typed3.readValue(typed3.writeValueAsString(values), Object[].class))
        .isEqualTo(values);
  }
}
