/**
 * What the tests of every module share. JUnit and jqwik find it on the class path: warnings that
 * nobody expected fail a test, and properties draw the same values in each build.
 */
@NullMarked
package io.freightsdk.testsupport;

import org.jspecify.annotations.NullMarked;
