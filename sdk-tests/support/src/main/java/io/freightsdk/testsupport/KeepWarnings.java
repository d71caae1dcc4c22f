package io.freightsdk.testsupport;

import org.junit.platform.launcher.LauncherSession;
import org.junit.platform.launcher.LauncherSessionListener;

/** Keeps warnings from the first class that is loaded on. */
public final class KeepWarnings implements LauncherSessionListener {
  @Override
  public void launcherSessionOpened(LauncherSession session) {
    Warnings.keep();
  }
}
