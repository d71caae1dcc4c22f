package com.example;

import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

@ExtendWith(OutputCaptureExtension.class)
class OldOkHttpTest {
  @Test
  void startFailsAndNamesTheDependencyToDeclare(CapturedOutput output) {
    assertThrows(RuntimeException.class, () -> Shop.main(new String[] {"--server.port=0"}));
    // OkHttp 4 has an older okio, too. The message names okio first.
    assertContains("Declare com.squareup.okio:okio-jvm:3.13.0 or newer", output);
    assertContains("declare com.squareup.okhttp3:okhttp:5.5.1 or newer", output);
  }

  private static void assertContains(String part, CapturedOutput output) {
    assertTrue(output.toString().contains(part), output.toString());
  }
}
