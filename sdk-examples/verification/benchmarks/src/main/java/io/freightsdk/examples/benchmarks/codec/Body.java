package io.freightsdk.examples.benchmarks.codec;

import io.freightsdk.examples.benchmarks.peer.Samples;
import io.freightsdk.examples.benchmarks.twin.TwinLoadInput;
import io.freightsdk.examples.benchmarks.twin.TwinPosition;
import io.freightsdk.model.CreateLoadInput;
import io.freightsdk.model.LoadPosition;

/** The bodies that are measured, each as the SDK's record and as a user's own. */
public enum Body {
  POSITION("position", "a position with 500 points", LoadPosition.class, TwinPosition.class) {
    @Override
    byte[] json() {
      return Samples.position();
    }
  },
  LOAD_INPUT("load input", "the input of a load", CreateLoadInput.class, TwinLoadInput.class) {
    @Override
    byte[] json() {
      return Samples.loadInput();
    }
  };

  /** As the tables name it. */
  final String title;

  /** As a heading names it. */
  final String article;

  final Class<?> model;
  final Class<?> twin;

  Body(String title, String article, Class<?> model, Class<?> twin) {
    this.title = title;
    this.article = article;
    this.model = model;
    this.twin = twin;
  }

  abstract byte[] json();
}
