package io.freightsdk.mcp;

import io.freightsdk.testing.ChildJvm;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;

/** The bundle for desktop hosts, as a host installs and starts it. */
final class Bundle {
  private Bundle() {}

  /** Unpacks the bundle, and returns its manifest. */
  static Map<?, ?> unpack(Path folder) throws IOException {
    try (ZipFile bundle = new ZipFile("target/freight.mcpb")) {
      for (ZipEntry file : Collections.list(bundle.entries())) {
        Files.copy(bundle.getInputStream(file), folder.resolve(file.getName()));
      }
    }
    return Host.object(Files.readString(folder.resolve("manifest.json")));
  }

  /**
   * Unpacks the bundle, and starts its command with the values of its form, or their defaults.
   *
   * @param ofHost variables that the host passes to the program
   */
  static Host start(Path folder, Map<String, Object> filledIn, Map<String, String> ofHost)
      throws IOException {
    Map<?, ?> manifest = unpack(folder);
    Map<?, ?> start = (Map<?, ?>) ((Map<?, ?>) manifest.get("server")).get("mcp_config");
    Map<String, Object> form = new HashMap<>(Map.of("java", ChildJvm.command().get(0)));
    form.put("__dirname", folder);
    form.putAll(filledIn);
    ((Map<?, ?>) manifest.get("user_config"))
        .forEach(
            (name, field) -> form.putIfAbsent((String) name, ((Map<?, ?>) field).get("default")));

    List<String> command = new ArrayList<>(List.of(filled(start.get("command"), form)));
    ((List<?>) start.get("args")).forEach(argument -> command.add(filled(argument, form)));
    Map<String, String> environment = new HashMap<>(ofHost);
    environment.put("XDG_DATA_HOME", folder.resolve("data").toString());
    ((Map<?, ?>) start.get("env"))
        .forEach((name, value) -> environment.put((String) name, filled(value, form)));
    return Host.process(environment, command);
  }

  private static String filled(Object text, Map<String, Object> form) {
    return Pattern.compile("\\$\\{(user_config\\.)?(\\w+)}")
        .matcher((String) text)
        .replaceAll(found -> String.valueOf(form.get(found.group(2))));
  }
}
