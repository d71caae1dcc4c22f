package io.freightsdk.internal.agent.tools;

import static org.assertj.core.api.Assertions.assertThat;

import io.freightsdk.json.FreightApiDescription;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;

/** The schema of create_load has what the description of the API has, and so do its stops. */
class ApiSchemasTest {
  /**
   * Models invent coordinates, and a truck that no driver has needs the driver's link, which no
   * tool returns.
   */
  private static final Set<String> NOT_OFFERED = Set.of("lat", "lng", "truckNumber");

  private final Map<?, ?> api = schemas();

  private static Map<?, ?> schemas() {
    Load yaml = new Load(LoadSettings.builder().build());
    Map<?, ?> description = (Map<?, ?>) yaml.loadFromString(FreightApiDescription.yaml());
    return (Map<?, ?>) ((Map<?, ?>) description.get("components")).get("schemas");
  }

  @Test
  void createLoadHasTheInputOfTheDescription() {
    Map<String, Object> tool = ToolDefinition.of("create_load").schema();
    same(tool, (Map<?, ?>) api.get("CreateLoadInput"), "customerRef");
    for (String stops : List.of("pickups", "deliveries")) {
      Map<?, ?> items = (Map<?, ?>) ((Map<?, ?>) properties(tool).get(stops)).get("items");
      same(items, (Map<?, ?>) api.get("StopInput"));
    }
  }

  private static void same(Map<?, ?> tool, Map<?, ?> described, String... alsoRequired) {
    assertThat(new TreeSet<>(names(properties(tool))))
        .isEqualTo(offered(names(properties(described))));
    properties(tool)
        .forEach(
            (name, property) ->
                assertThat(((Map<?, ?>) property).get("type"))
                    .as("type of %s", name)
                    .isEqualTo(((Map<?, ?>) properties(described).get(name)).get("type")));
    List<Object> required = new ArrayList<>((List<?>) described.get("required"));
    required.addAll(List.of(alsoRequired));
    assertThat((List<?>) tool.get("required")).isEqualTo(required);
  }

  private static Set<String> offered(List<String> names) {
    Set<String> offered = new TreeSet<>(names);
    offered.removeAll(NOT_OFFERED);
    return offered;
  }

  private static List<String> names(Map<?, ?> members) {
    return members.keySet().stream().map(String::valueOf).toList();
  }

  private static Map<?, ?> properties(Map<?, ?> schema) {
    return (Map<?, ?>) schema.get("properties");
  }
}
