package com.example;

import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

@ExtendWith(OutputCaptureExtension.class)
class ShopTest {
  @Test
  void theStartSaysWhichDependencyToChange(CapturedOutput output) {
    assertThrows(RuntimeException.class, () -> Shop.main(new String[] {"--server.port=0"}));
    assertTrue(output.toString().contains("APPLICATION FAILED TO START"));
    // OkHttp 4 brings its okio, which is told first; then OkHttp itself.
    assertTrue(
        output.toString().contains("FreightClient: okio on the class path is older than 3.13.0"),
        output.toString());
    assertTrue(output.toString().contains("Change the dependency that the message names in your build."));
  }
}
