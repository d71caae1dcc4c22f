package io.freightsdk.server.pages;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Page;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * The picture in the README. Pixels differ between machines, so no test compares it with the
 * console. {@code -Dfreight.regenerate=true} takes a new one.
 */
@Tag("slow") // drives a browser
@ExtendWith(TestBrowser.Start.class)
class ConsolePictureIT {
  private static final Path PICTURE = Path.of("..", "..", "docs", "console.png");
  private static final int MAX_BYTES = 200_000;

  @AutoClose private final ConsoleScene scene = new ConsoleScene();

  @Test
  void consoleShowsTheSceneOfThePicture() throws IOException {
    try (BrowserSession session = BrowserSession.desktop(scene.server.baseUrl())) {
      Page page = session.open(scene.console("#loads/" + ConsoleScene.ON_THE_ROAD)).page();
      assertThat(page.locator("#detail h2")).hasText(ConsoleScene.ON_THE_ROAD);
      assertThat(page.locator(".map .driven")).hasCount(1);
      assertThat(page.locator(".map .state")).not().hasCount(0);
      if (Boolean.getBoolean("freight.regenerate")) {
        page.screenshot(new Page.ScreenshotOptions().setPath(PICTURE).setClip(0, 0, 1280, 720));
      }
    }
    assertThat(Files.size(PICTURE)).isBetween(10_000L, (long) MAX_BYTES);
  }
}
