package io.freightsdk.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AgentKeyTest {
  /** Editors on Windows save a file so, and a person copies the key out of it. */
  private static final String SAVED_BY_AN_EDITOR = "\ufefffak_0123\r\n";

  @Test
  void whatAnEditorAddsToAKeyIsNoPartOfIt(@TempDir Path folder) throws IOException {
    Path file = Files.writeString(folder.resolve("key"), SAVED_BY_AN_EDITOR);
    assertThat(key("FREIGHT_AGENT_KEY_FILE", file.toString())).isEqualTo("fak_0123");
    assertThat(key("FREIGHT_AGENT_KEY", SAVED_BY_AN_EDITOR)).isEqualTo("fak_0123");
  }

  private static String key(String variable, String value) {
    return AgentKey.of(Map.of(variable, value), warning -> {});
  }
}
