/**
 * Mishaps, the scenes in which they happen, and those who spend in them. Knows no report: the crash
 * test of the examples tries other wallets in the same scenes.
 */
package io.freightsdk.internal.verify;
