package io.freightsdk.generator;

import java.util.List;
import java.util.Set;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;

/** The parsed API description. */
record Description(List<Schema> schemas, List<Operation> operations) {
  private static final Set<String> ROOT_KEYS =
      Set.of("openapi", "info", "servers", "tags", "security", "paths", "components");
  private static final Set<String> COMPONENT_KEYS =
      Set.of("securitySchemes", "parameters", "headers", "responses", "schemas", "examples");

  /**
   * Reads an OpenAPI 3.1 description in YAML; throws {@link InvalidDescriptionException} with one
   * clear line.
   */
  static Description parse(String yaml) {
    Node root = new Node("", load(yaml));
    String version = root.text("openapi", "");
    if (!version.startsWith("3.1.")) {
      throw new InvalidDescriptionException(
          "openapi", "expected version 3.1.x but found '" + version + "'");
    }
    root.requireOnly(ROOT_KEYS);
    root.get("components").requireOnly(COMPONENT_KEYS);
    return new Description(
        new SchemaReader(root.get("components").get("schemas")).read(),
        new OperationReader(root).read());
  }

  List<Schema.Model> models() {
    return only(Schema.Model.class);
  }

  List<Schema.OpenEnum> openEnums() {
    return only(Schema.OpenEnum.class);
  }

  private <T extends Schema> List<T> only(Class<T> kind) {
    return schemas.stream().filter(kind::isInstance).map(kind::cast).toList();
  }

  static Object load(String yaml) {
    try {
      return new Load(LoadSettings.builder().build()).loadFromString(yaml);
    } catch (YamlEngineException e) {
      throw new InvalidDescriptionException("the file", e.getMessage().replaceAll("\\s+", " "));
    }
  }
}
