package io.freightsdk.internal.client;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

class UserAgentTest {
  @Test
  void theVersionMatchesThePom() throws Exception {
    Matcher version =
        Pattern.compile("<parent>.*?<version>(.*?)</version>", Pattern.DOTALL)
            .matcher(Files.readString(Path.of("pom.xml")));
    assertThat(version.find()).isTrue();
    assertThat(UserAgent.SDK_VERSION).isEqualTo(version.group(1));
  }
}
