package io.freightsdk.model;

import io.freightsdk.json.FreightApiDescription;
import io.freightsdk.json.FreightJson;
import java.util.List;
import java.util.Map;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;

/** The schemas of the description, for tests of all of them. */
final class DescribedTypes {
  static final Map<?, ?> DESCRIPTION =
      (Map<?, ?>)
          new Load(LoadSettings.builder().build()).loadFromString(FreightApiDescription.yaml());

  /** The records, one for each object schema. */
  static final List<Class<?>> RECORDS =
      FreightJson.types().stream().filter(Class::isRecord).toList();

  private DescribedTypes() {}

  static Object at(String... keys) {
    Object place = DESCRIPTION;
    for (String key : keys) place = ((Map<?, ?>) place).get(key);
    return place;
  }

  /** Whether the SDK has a type for a schema. Schemas that callers never see have none. */
  static boolean hasRecord(String schemaName) {
    return !((Map<?, ?>) at("components", "schemas", schemaName)).containsKey("x-no-record");
  }

  static Class<?> type(Object schemaName) {
    try {
      return Class.forName("io.freightsdk.model." + schemaName);
    } catch (ClassNotFoundException e) {
      throw new AssertionError("no type is generated for " + schemaName, e);
    }
  }
}
