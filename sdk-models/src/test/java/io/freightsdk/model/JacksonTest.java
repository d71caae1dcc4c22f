package io.freightsdk.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.jsontype.BasicPolymorphicTypeValidator;
import java.io.IOException;
import java.lang.module.ModuleDescriptor;
import java.lang.module.ModuleFinder;
import java.math.BigDecimal;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.DatabindException;
import tools.jackson.databind.DefaultTyping;
import tools.jackson.databind.json.JsonMapper;

/**
 * The records and open enums in the hands of Jackson 2 and 3, as in a controller that returns them.
 */
class JacksonTest {
  private static final ObjectMapper JACKSON_2 = new ObjectMapper().findAndRegisterModules();
  private static final JsonMapper JACKSON_3 = new JsonMapper();

  /** A type of an application. */
  record Truck(String name, LoadStatus status, @Nullable Balance balance) {}

  @Test
  void statusIsWrittenAsTextEvenIfUnknown() throws IOException {
    Truck truck = new Truck("T-1", LoadStatus.of("ON_A_FERRY"), null);
    String json = "{\"name\":\"T-1\",\"status\":\"ON_A_FERRY\",\"balance\":null}";
    assertThat(JACKSON_2.writeValueAsString(truck)).isEqualTo(json);
    assertThat(JACKSON_3.writeValueAsString(truck)).isEqualTo(json);
    assertThat(JACKSON_2.readValue(json, Truck.class)).isEqualTo(truck);
    assertThat(JACKSON_3.readValue(json, Truck.class)).isEqualTo(truck);
  }

  @Test
  void statusCanBeAMapKey() throws IOException {
    Map<LoadStatus, Integer> counts = Map.of(LoadStatus.DELIVERED, 3);
    assertThat(JACKSON_2.writeValueAsString(counts)).isEqualTo("{\"DELIVERED\":3}");
    assertThat(JACKSON_3.writeValueAsString(counts)).isEqualTo("{\"DELIVERED\":3}");
  }

  @Test
  void absentOrNullListIsReadAsEmpty() throws IOException {
    String least = "{\"loadNumber\":\"LD-1\",\"status\":\"PLANNED\"%s}";
    for (String json :
        List.of(
            String.format(Locale.ROOT, least, ""),
            String.format(Locale.ROOT, least, ",\"stops\":null"))) {
      assertThat(JACKSON_2.readValue(json, LoadPosition.class).stops()).isEmpty();
      assertThat(JACKSON_3.readValue(json, LoadPosition.class).stops()).isEmpty();
    }
    assertThat(JACKSON_2.readValue("{}", Pricing.class).prices()).isEmpty();
    assertThat(JACKSON_3.readValue("{}", Pricing.class).prices()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      textBlock =
          """
          {"address":{"street":"7788"}} | StopInput["address"]
          {"address":"a","city":"c"}    | problem: state
          """)
  void invalidMemberFailsWithItsNameAndNoValue(String json, String named) {
    assertThatThrownBy(() -> JACKSON_2.readValue(json, StopInput.class))
        .isInstanceOf(JsonMappingException.class)
        .hasMessageContaining(named)
        .hasMessageNotContaining("7788");
    assertThatThrownBy(() -> JACKSON_3.readValue(json, StopInput.class))
        .isInstanceOf(DatabindException.class)
        .hasMessageContaining(named)
        .hasMessageNotContaining("7788");
  }

  /** Jackson makes accessible what is private in a class, and fails where its package is closed. */
  @Test
  void recordsAreOpenOnTheModulePath() throws URISyntaxException {
    Path classes =
        Path.of(StopInput.class.getProtectionDomain().getCodeSource().getLocation().toURI());
    ModuleDescriptor ours =
        ModuleFinder.of(classes).find("io.freightsdk.models").orElseThrow().descriptor();
    assertThat(ours.opens())
        .extracting(ModuleDescriptor.Opens::source)
        .containsExactly(StopInput.class.getPackageName());
  }

  /** As caches and sessions store values. */
  @Test
  void polymorphicMappersWriteTypeNames() throws IOException {
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
